"""The Competition Phase (CMP, and the abilities of CIV that belong to it)."""

from __future__ import annotations

from collections import Counter

from .bans import partners
from .bribes import appeals
from .competition_start import first_competition, phase_start, terror
from .effects import SAVES, Effect, collect
from .ending import conquest
from .hannibal import fall_of_a_client, walls
from .hannibal_options import check_laid, check_siege, leaders, promised
from .negation import window
from .persians import after_competition, eliminated, fleet, generals, generals_go_home, no_crowds
from .texts import judge
from .uses import announce, comes_use
from .watch import EXACT, Script, Watch

LOOT_DISCS = 3  # CMP-26
LAND_CARDS = {59, 60, 61, 63, 64, 65, 67, 70, 72, 76}
SEA_CARDS = {73, 74, 75}
ANY_CARDS = {6, 42, 68, 69, 71, 77, 94}
MOST_LOST = {64: 1, 65: 2, 69: 1, 70: 3, 73: 1, 76: 2}  # discs that a card removes; 59, 67 and 74: one each
CATEGORIES = ("wonder", "investment", "ability", "card")  # CMP-19: Wonders (and Investments) first


def competition_phase(w: Watch) -> Script[bool]:
    """Effects at the start, then one competition after the other; whether the game ended by conquest."""
    m = w.mirror
    yield from w.expect("CMP-01", "phase", phase="competition")
    yield from no_crowds(w)
    for faction in list(m.order):
        if "gaul" in m.displays(faction):  # CIV-13
            yield from w.expect("CIV-13", "talents", "ability 0", faction=faction, n=1)
    for faction in list(m.order):
        yield from terror(w, faction)
    yield from appeals(w)
    yield from promised(w)
    for faction in list(m.order):
        yield from phase_start(w, faction)
    for faction in list(m.order):
        yield from first_competition(w, faction)
    looted: set[int] = set()
    while areas := m.board.competitions():
        event = yield from w.peek()
        w.check(
            event.kind == "competition",
            "CMP-01",
            f"{w.mirror.names(areas)} are Contested, came {w.words(event)}",
        )
        first = min(first_category(w, areas), key=w.facts.rank.__getitem__)
        w.check(event.area == first, "CMP-04", f"{m.area(first)} comes before {m.area(event.area)}")
        yield from w.take()
        yield from competition(w, event.area, looted)
        if (yield from after_competition(w)):
            return True
    event = yield from w.peek()
    w.check(event.kind != "competition", "CMP-03", f"{m.area(event.area)} is not Contested")
    m.board.allies.clear()  # CMP-13
    for faction in range(w.facts.n):  # CMP-28
        m.treasury[faction] += m.loot[faction]
        m.loot[faction] = 0
    revealed = yield from loot_gold(w, looted)
    yield from eliminated(w)
    return (yield from conquest(w)) or (yield from generals_go_home(w, revealed))


def first_category(w: Watch, areas: set[int]) -> set[int]:
    """In Historical solitaire scenarios some areas come first (L2555, NPC-59 to NPC-66)."""
    if not w.facts.historical_solitaire:
        return areas
    idle = w.facts.idle | w.mirror.absent
    npcs = sorted(w.facts.npcs - idle)
    players = [f for f in range(w.facts.n) if f not in w.facts.npcs | idle]
    theirs, yours = _assets(w, npcs), _assets(w, players)
    for category in (*theirs, *yours, *map(w.facts.border, yours)):
        if areas & category:
            return areas & category
    return areas


def _assets(w: Watch, factions: list[int]) -> list[set[int]]:
    """Homes, Gold, Wonders and Cities of these civilizations."""
    m = w.mirror
    homes = {area for f in factions for area in m.home[f]}
    gold = {area for area, (owner, _) in m.gold.items() if owner in factions}
    wonders = {x.area for x in m.wonders.values() if x.owner in factions and not x.buried}
    return [homes, gold, wonders, {area for f in factions for area in m.board.cities(f)}]


# --------------------------------------------------------------------- one competition


def competition(w: Watch, area: int, looted: set[int]) -> Script[None]:
    """Steps 1 to 6 (CMP-17 to CMP-27)."""
    w.competition_area = area
    fallen: Counter[int] = Counter()  # coloured discs removed here, by civilization
    yield from fleet(w, area)
    yield from leaders(w, area)
    announced = yield from commit(w, area)
    announced += yield from reveal(w, area)
    shields, barred = yield from act(w, area, announced, fallen)
    yield from rounds(w, area, shields, barred, fallen)
    yield from loot(w, area, fallen, looted)
    w.competition_area = -1
    w.used -= {key for key in w.used if isinstance(key, tuple) and key[0] == "wonder"}
    w.used |= {("wonder", key[1]) for key in w.used if isinstance(key, tuple) and key[0] == "omens"}


Announced = list[tuple[int, str, int]]  # (faction, category, number)


def commit(w: Watch, area: int) -> Script[Announced]:
    """Step 1: participants in turn order, players before NPCs in solitaire games (CMP-17, NPC-67)."""
    m = w.mirror
    order = sorted(m.order, key=lambda f: (f in w.facts.npcs, m.order.index(f)))
    announced: Announced = []
    for faction in order:
        if not m.board.discs[faction][area]:
            continue
        while True:
            if (yield from w.comes("ability", faction=faction)):
                event = yield from w.take()
                key = ("ability", faction, event.ability)
                w.check(key not in w.used, "CMP-17", f"{m.name(faction)} uses its ability twice in a turn")
                w.used.add(key)
                announced.append((faction, "ability", event.ability))
            elif (yield from comes_use(w, faction, "competition")):
                kind, number, stopped = yield from announce(w, faction)
                if stopped:
                    w.used.add(("omens", number))
                else:
                    announced.append((faction, kind, number))
            elif (yield from w.comes("laid", faction=faction)):
                event = yield from w.take()
                for card in event.cards:
                    check_fits(w, faction, card, area)
                    check_siege(w, faction, card, area)
                    check_laid(w, faction, area)
            else:
                break
    return announced


def check_fits(w: Watch, faction: int, card: int, area: int) -> None:
    """Whether a Competition card can be laid here."""
    board = w.mirror.board
    on_land = area in w.facts.land
    fits = card in ANY_CARDS or card in (LAND_CARDS if on_land else SEA_CARDS)
    others = [f for f in board.present(area) if f != faction]
    if card == 67:
        fits = fits and any(board.is_city(f, area) for f in others)
    elif card == 76:
        groups = board.forces(area)  # two colours that fight as one count together (PERS-06b)
        fits = fits and max(groups.values()) > groups[board.group(faction)]
    elif card == 68 and on_land:
        fits = bool(w.facts.around[area] & w.facts.sea & board.occupied(faction))
    w.check(fits, "CMP-16", f"#{card} does not fit a competition in {w.mirror.area(area)}")


def reveal(w: Watch, area: int) -> Script[Announced]:
    """Step 2: all cards are revealed at once, then they can be negated (CMP-18)."""
    m = w.mirror
    laid = [(faction, card) for faction in m.order for card in m.laid[faction]]
    for faction, card in laid:
        yield from w.expect("CMP-18", "played", faction=faction, card=card, area=area)
    standing: Announced = []
    for faction, card in laid:
        if (yield from window(w, faction, card)):
            m.put_away(card, negated=True)
        else:
            standing.append((faction, "card", card))
    return standing


def act(
    w: Watch, area: int, announced: Announced, fallen: Counter[int]
) -> Script[tuple[Counter[int], set[int]]]:
    """Step 3: Wonders, abilities, cards, each in turn order (CMP-19); shields and who may not pay talents."""
    m = w.mirror
    shields = Counter(walls(w, area))
    barred: set[int] = set()
    order = m.order.copy()
    last = (0, 0)
    lost: Counter[int] = Counter()  # by whose cards how many discs were to go
    allowed: Counter[int] = Counter()
    for faction, kind, number in announced:
        if kind == "card":
            present = len(m.board.present(area))
            allowed[faction] += MOST_LOST.get(number, present if number in (59, 67, 74) else 0)
    while True:
        event = yield from w.peek()
        if event.cause == SAVES and event.other >= 0:
            check_payment(w, event.faction, event.kind, barred)
            yield from w.take()
            lost[event.other] += 1
            continue
        entry = next((one for one in announced if _is_of(event, one)), None)
        if entry is None:
            break
        faction, kind, number = entry
        place = (max(0, CATEGORIES.index(kind) - 1), order.index(faction))
        w.check(place >= last, "CMP-19", f"{kind} {number} of {m.name(faction)} acts too late")
        last = place
        effect = yield from collect(w, faction, f"{kind} {number}", saves=False)
        judge_in_competition(w, effect, kind, number, area)
        for (loser, where), n in effect.removed.items():
            lost[faction] += n
            if loser != w.facts.black and where == area:
                fallen[loser] += n - _allies_gone(effect, loser, area)
        for event in effect.rest:
            if event.kind == "shielded":
                shields[faction] = max(shields[faction], int(event.n))
            elif event.kind == "no_talents":
                barred |= {f for f in range(w.facts.n) if f != faction}
    for faction, n in lost.items():
        w.check(
            n <= allowed[faction],
            "CRD-17",
            f"cards of {m.name(faction)} remove {n} discs, {allowed[faction]} at most",
        )
    for _, kind, number in announced:
        if kind == "card":
            m.put_away(number)
    return shields, barred


def _is_of(event: object, entry: tuple[int, str, int]) -> bool:
    faction, kind, number = entry
    cause = getattr(event, "cause", "")
    if cause != f"{kind} {number}":
        return False
    return kind != "ability" or getattr(event, "faction", -1) == faction


def _allies_gone(effect: Effect, loser: int, area: int) -> int:
    """White discs among those that a card removed: they go first (CMP-12)."""
    return min(effect.board.allies.get((loser, area), 0), effect.removed[loser, area])


def judge_in_competition(w: Watch, effect: Effect, kind: str, number: int, area: int) -> None:
    """What a Wonder, an Investment, an ability or a card does in a competition."""
    if kind == "card":
        judge(w, effect)
        return
    allies = {where: n for (_, where), n in effect.allies.items()}
    w.check(all(f == effect.by for f, _ in effect.allies), "CMP-11", f"{effect.source} helps somebody else")
    if kind == "wonder" and w.facts.wonder_name[number] == "Statue of Zeus":
        first = 1 + walls(w, area).get(effect.by, 0)  # HANN-08b2
        right = [e.n for e in effect.rest] == [first] and not allies
        w.check(right, "CMP-19", "the Statue of Zeus shields 1 round")
        return
    w.check(effect.kinds() <= {"allies"}, "CMP-19", f"{effect.source}: {effect.kinds()}")
    if kind in ("wonder", "investment"):
        w.check(allies in ({area: 2}, {}), "CMP-19", f"{effect.source}: 2 white discs here")
    else:
        judge_ability(w, effect, allies)


def judge_ability(w: Watch, effect: Effect, allies: dict[int, int]) -> None:
    """Abilities once per turn at the start of a competition (CIV-05, 18, 24, 33, 37)."""
    m, facts = w.mirror, w.facts
    faction = effect.by
    w.check(
        all(effect.board.is_contested(area) for area in allies),
        "CMP-02",
        "white discs go to Contested areas only",
    )
    total = sum(allies.values())
    possible = False
    for display in m.displays(faction):
        home = m.display_home(faction, display)
        lands = {a: n for a, n in allies.items() if a in facts.land | home}  # the home of an NPC met at sea
        if display == "rome":
            near = facts.border(home) & facts.land
            right = set(allies) <= home | near and len(set(allies) & near) <= 2 and m.epoch < 4
            possible |= right and all(n == 1 for n in allies.values())
        elif display == "carthage":
            seas = total - sum(lands.values())
            at_home = sum(n for a, n in lands.items() if a in home)
            elsewhere = sum(lands.values()) - at_home
            if not seas and not home <= facts.land:  # one of those at home is the one at sea
                at_home = max(0, at_home - 1)
            most = int("roman_seas" not in facts.options.rules)  # HANN-08d1
            possible |= seas <= most and elsewhere <= 1 and at_home + elsewhere <= 2
        elif display == "mauretania":
            possible |= total <= 1 and lands == allies
        elif display == "mycenae":
            possible |= total <= 2 and lands == allies and all(n == 1 for n in allies.values())
        elif display == "troy":
            elsewhere = sum(n for a, n in lands.items() if a not in home)
            possible |= total <= 2 and lands == allies and elsewhere <= 1
    w.check(possible, "CIV-05", f"{m.name(faction)} cannot put white discs so: {allies}")


def check_payment(w: Watch, faction: int, kind: str, barred: set[int]) -> None:
    """A disc is saved with a talent or a card (CMP-07)."""
    if kind == "talents":
        w.check(faction not in barred, "CMP-07", f"{w.mirror.name(faction)} may not pay talents here")
    else:
        w.check(kind == "discarded", "CMP-07", f"a disc is saved by {kind}")


# ------------------------------------------------------------------- steps 4 to 6


def rounds(
    w: Watch, area: int, shields: Counter[int], barred: set[int], fallen: Counter[int]
) -> Script[None]:
    """As long as the area is Contested: the smallest groups lose a disc first (CMP-20 to CMP-22)."""
    board = w.mirror.board
    number = 0
    while board.is_contested(area):
        number += 1
        lost: set[tuple[int, ...]] = set()
        size = 1
        while True:
            left = board.forces(area)
            everybody = lost >= set(left)  # CMP-21 a
            small = all(n <= 1 for n in left.values())  # b
            if everybody or small or len(left) <= 1:  # c
                break
            batch = [group for group, n in left.items() if n == size and group not in lost]
            size += 1
            lost |= set(batch)
            losing = [group for group in batch if max(shields[f] for f in group) < number]
            # Of two colours the one whose disc goes decides, when its turn is (CMP-08, PERS-06b).
            yield from lose_together(
                w, area, [board.first_to_lose(group[0], area) for group in losing], barred, fallen
            )


def lose_together(
    w: Watch, area: int, losing: list[int], barred: set[int], fallen: Counter[int]
) -> Script[None]:
    """Each loses a disc, white before coloured, or pays; in turn order, Barbarians last (CMP-07, 08, 12)."""
    m = w.mirror
    last = [f for f in losing if f not in m.order]  # who has no turn, then the Barbarians
    for faction in [*[f for f in m.order if f in losing], *last]:
        event = yield from w.peek()
        payer = w.facts.patron[faction] if event.cause == SAVES else faction
        w.check(
            event.faction == payer and event.area == area,
            "CMP-20",
            f"{m.name(faction)} loses a disc in {m.area(area)} ({m.board.strength(faction, area)} there), "
            f"came {w.words(event)}",
        )
        with w.judging(EXACT):
            if event.cause == SAVES:
                check_payment(w, payer, event.kind, barred)
                yield from w.take()
            elif (faction, area) in m.board.allies:
                yield from w.expect("CMP-12", "ally_removed", "competition", faction=faction)
            else:
                yield from w.expect("CMP-20", "removed", "competition", faction=faction)
                if faction != w.facts.black:
                    fallen[faction] += 1


def loot(w: Watch, area: int, fallen: Counter[int], looted: set[int]) -> Script[None]:
    """1 talent and 1 VP for Control of a land area in which 3 discs of an opponent fell (CMP-26, CMP-27)."""
    m = w.mirror
    if area not in w.facts.land:
        return
    for faction in range(w.facts.n):
        rich = any(n >= LOOT_DISCS for f, n in fallen.items() if f not in m.board.group(faction))
        if not m.board.controls(faction, area) or not rich or faction in m.absent:
            continue
        first = faction not in looted
        n = 2 if first and "mycenae" in m.displays(faction) else 1  # CIV-25
        if faction not in w.facts.idle:  # who has no talents has no loot
            yield from w.expect("CMP-26", "looted", faction=faction, area=area, n=n)
        yield from w.expect_vp("CMP-26", "loot", faction, 1)
        looted.add(faction)
        break  # of a group the first in the file
    if (yield from w.comes("looted")):
        w.dispute("CMP-26", f"no loot in {m.area(area)}: {dict(fallen)} fell")


def _loots(w: Watch, looter: int, owner: int) -> bool:
    """NPCs and Barbarians loot players, looters of the scenario all but friends, anybody the Barbarians."""
    facts = w.facts
    if owner in (looter, facts.black):
        return owner != looter
    if looter == facts.black:
        return facts.scenario.gold.barbarians or owner not in facts.npcs
    if owner in partners(w.mirror, looter):
        return False
    if looter in w.mirror.reborn:
        return True  # ROME1-04d
    names, relations = {facts.names[owner], facts.names[looter]}, facts.scenario.relations
    if any(names <= {*group} for group in relations.friends):
        return False
    if looter in facts.npcs and owner not in facts.npcs:
        return True
    if facts.names[looter] not in facts.scenario.gold.looters:
        return False
    strangers = facts.npcs & {looter, owner} if facts.options.npc_hostility else facts.npcs >= {looter, owner}
    if strangers:  # enemies only if the scenario says so, or by what has happened (NPC-08)
        named = any(names <= {*group} for group in (*relations.enemies, *relations.neutral))
        return named or frozenset((looter, owner)) in w.mirror.at_war
    return True


def loot_gold(w: Watch, looted: set[int]) -> Script[list[int]]:
    """An NPC or the Barbarians in Control of a player's Gold take one of it (GOLD-05); cards turned up."""
    m = w.mirror
    revealed: list[int] = []
    for area, (owner, _) in sorted(m.gold.items()):
        present = m.board.present(area)
        active = [f for f in present if f not in m.absent]
        alone = len({m.board.group(f) for f in present}) == 1
        if not active or not alone or not _loots(w, active[0], owner):
            continue
        looter = active[0]
        yield from w.expect("GOLD-05", "gold_looted", faction=looter, area=area, other=owner)
        if looter != w.facts.black:
            points = w.facts.scenario.gold.loot.get(w.facts.names[looter], 4)
            yield from w.expect_vp("GOLD-05", "gold", looter, points)
            heroes = (
                "mycenae" in m.displays(looter) and w.facts.names[looter] in w.facts.scenario.gold.as_loot
            )
            first = heroes and looter not in looted
            yield from w.expect("GOLD-05", "talents", "gold", faction=looter, n=2 if first else 1)
            looted.add(looter)
        yield from fall_of_a_client(w, owner)
        if card := (yield from generals(w, owner)):
            revealed.append(card)
    if (yield from w.comes("gold_looted")):
        event = yield from w.peek()
        w.dispute(
            "GOLD-05",
            f"Gold of {m.name(event.other)} in {m.area(event.area)} goes to {m.name(event.faction)}",
        )
    return revealed
