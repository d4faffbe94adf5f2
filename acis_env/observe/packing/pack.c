/* `pack` of acis_env/observe/packing, and what the encoder does with packed observations.

   What seldom changes is made by the Python functions of the package and kept by them; here it is only looked
   whether it still holds. What changes with most decisions is written straight into numbers and bits.
*/
#include "helper.h"

#define PACKING "acis_env.observe.packing"
#define SCHEMA "acis_env.observe.schema"
#define SLOTS 6
#define MOST_NUMBERS 8192
#define MOST_WORDS 256 /* of flags */
#define MOST_READ 32

/* ------------------------------------------------------------------- where everything lies */

/* Flags of areas, cards and all others; numbers. Read off the schema, once. */
#define AREA_PLACES(X) X(control) X(city) X(wonder_here) X(home)
#define AREA_FLAGS(X)                                                                                          \
    X(contested) X(own_settlement) X(other_settlement) X(decision_area) X(legal_area) X(own_wonder)            \
    X(other_wonder) X(buried_wonder) X(forbidden) X(explored) X(competition) X(new_nile)
#define OWN_PLACES(X) X(hand) X(laid) X(drawn) X(unseen)
#define CARD_FLAGS(X)                                                                                          \
    X(discard) X(aside) X(table) X(decision_card) X(investment) X(reserve) X(announced) X(investment_used)
#define SLOT_FLAGS(X)                                                                                          \
    X(in_play) X(won) X(passed) X(built) X(looted) X(no_talents) X(ability_used) X(new_nile) X(absent) X(reborn)  \
    X(owes_marker) X(arrived)
#define REST_PLACES(X)                                                                                         \
    X(decision_by) X(play_by) X(play_mode) X(play_wonder) X(play_slots) X(wonder_owner) X(wonder_buried)       \
    X(wonder_announced) X(wonder_used) X(wonder_omens) X(civilization) X(enemies) X(latest_enemy)              \
    X(primary_enemy) X(harmed_by)
#define NUMBERS(X)                                                                                             \
    X(discs) X(allies) X(gold) X(named) X(cities) X(settlements) X(seas) X(turn_place) X(vp) X(hand_size)      \
    X(laid_size) X(drawn_size) X(vp_part) X(own_card_discs) X(other_card_discs) X(wonder_discs)                \
    X(announced) X(announced_ability) X(barbarian_supply) X(deck_size) X(end_chance) X(marks) X(decision_n)    \
    X(answers) X(declaring) X(plays) X(declared) X(chain)

/* All of that, and what the Python functions called from here fill in. If the schema has anything else, Python
   packs observations: here it would stay 0. */
static const char *const filled[] = {
#define X(name) #name,
    AREA_PLACES(X) REST_PLACES(X) NUMBERS(X)
#undef X
#define X(name) "area_flags." #name,
    AREA_FLAGS(X) X(in_play) X(own_decisive) X(other_decisive) X(capital)
#undef X
#define X(name) "own_cards." #name,
    OWN_PLACES(X)
#undef X
#define X(name) "card_flags." #name,
    CARD_FLAGS(X) X(boxed)
#undef X
#define X(name) "slot_flags." #name,
    SLOT_FLAGS(X) X(seated) X(own) X(partner) X(npc) X(takes_turns) X(scores) X(invader)
#undef X
#define X(name) "game_flags." #name,
    X(end_epoch) X(final_epoch) X(counted) X(devalued) X(coloured) X(basic) X(gaming) X(created) X(historical)
    X(control_wins) X(homes_win) X(hostility) X(teams) X(team_hands) X(single_winner) X(full_last_epoch)
    X(ends_after_competition) X(final_epoch_event) X(special_discs_on_top) X(npc_ties_b) X(by_category)
#undef X
    "known", "seen_by", "card_owner", "gold_owner", "vp_256", "vp_rest", "faction", "seat", "side", "friends",
    "bribed", "epoch", "first_epoch", "last_epoch", "turn", "phase", "end_digits", "scenario", "rules",
    "decision_kind", "offer", "play_kind",
};

#define X(name) static int a_##name;
AREA_PLACES(X)
AREA_FLAGS(X)
#undef X
#define X(name) static int c_##name;
OWN_PLACES(X)
CARD_FLAGS(X)
#undef X
#define X(name) static int n_##name;
NUMBERS(X)
#undef X
#define X(name) static int r_##name;
SLOT_FLAGS(X)
REST_PLACES(X)
#undef X
static int c_known, c_seen_by, c_card_owner, n_game;
static int n_areas, n_cards, n_wonders, n_civilizations, n_numbers, n_flags, flag_bytes, flag_words;
static int most_plays, most_declared, most_answers, first_card_used, first_ability_used;
static PyObject *kind_places, *offer_places, *play_places; /* the flag of each kind, by its name */
static int first_play_kind, first_area_action, area_block, faction_block, wonder_block;
#define MOST_ACTIONS 320
static struct {
    int block, number;
} token[MOST_ACTIONS]; /* of each action */
static int n_tokens;

static PyObject *memory_type, *seating_type, *make_flags, *numbers_by_hand, *read_displays;
static PyObject *tell_marks, *tell_chance, *frame_places, *answers, *declared_function;
static Py_ssize_t seating_factions, seating_slot, seating_turn_place, seating_in_play, view_factions, view_mine, view_open;
static Py_ssize_t memory_bits, memory_game_bits;
static struct {
    Py_ssize_t offset;
    int place;
} display[MOST_READ]; /* blocks of displays that are lists of the state */
static int n_display;

typedef struct {
    const char *module, *function, *reader, *kept;
    PyObject *make;
    Py_ssize_t slot; /* of Memory */
    int n_read;
    Py_ssize_t read[MOST_READ]; /* fields of the state that it was made from */
} Part;
enum { GAME, DISPLAYS, CLOCK, N_PARTS };
static Part parts[N_PARTS] = {
    {PACKING ".world", "game", "_GAME", "game", NULL, 0, 0, {0}},
    {PACKING ".displays", "displays", "_DISPLAYS", "displays", NULL, 0, 0, {0}},
    {PACKING ".turn", "clock", "_CLOCK", "clock", NULL, 0, 0, {0}},
};

/* A number from a dict of Python's: 1, or 0 with an error. */
static int number_in(PyObject *dict, const char *name, int *out) {
    PyObject *number = dict ? PyMapping_GetItemString(dict, name) : NULL;
    PyObject *start = NULL;
    if (number && PySlice_Check(number)) {
        start = PyObject_GetAttrString(number, "start");
        Py_SETREF(number, start);
    }
    long value = number ? PyLong_AsLong(number) : -1;
    Py_XDECREF(number);
    *out = (int)value;
    return !PyErr_Occurred();
}

static PyObject *attribute(const char *module, const char *name) {
    PyObject *kept = NULL;
    return from_module(module, name, &kept);
}

static int number_of(const char *module, const char *name, int *out) {
    PyObject *number = attribute(module, name);
    *out = number ? (int)PyLong_AsLong(number) : 0;
    Py_XDECREF(number);
    return !PyErr_Occurred();
}

/* The names that a reader reads, and where they lie in a State. */
static int know_part(Part *part, PyObject *names_read) {
    PyObject *reader = attribute(part->module, part->reader);
    PyObject *names = reader ? PyObject_CallOneArg(names_read, reader) : NULL;
    part->make = attribute(part->module, part->function);
    part->slot = slot_offset(memory_type, part->kept);
    int fine = names && part->make && part->slot >= 0 && PyTuple_Check(names) && PyTuple_GET_SIZE(names) <= MOST_READ;
    part->n_read = fine ? (int)PyTuple_GET_SIZE(names) : 0;
    for (int i = 0; fine && i < part->n_read; i++) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i));
        fine = name && (part->read[i] = slot_offset((PyObject *)State_type, name)) >= 0;
    }
    Py_XDECREF(reader);
    Py_XDECREF(names);
    return fine;
}

/* The flags of kinds by name, one after another: a dict of Python's. */
static int know_kinds(const char *module, const char *name, int from, PyObject **out) {
    PyObject *kinds = attribute(module, name);
    PyObject *names = kinds ? PySequence_List(kinds) : NULL;
    *out = PyDict_New();
    int fine = names && *out;
    for (Py_ssize_t i = 0; fine && i < PyList_GET_SIZE(names); i++) {
        PyObject *place = PyLong_FromSsize_t(from + i);
        fine = place && PyDict_SetItem(*out, PyList_GET_ITEM(names, i), place) == 0;
        Py_XDECREF(place);
    }
    Py_XDECREF(kinds);
    Py_XDECREF(names);
    return fine;
}

static int know_tokens(void) {
    PyObject *tokens = attribute(PACKING ".decision", "_TOKEN");
    int fine = tokens && PyList_Check(tokens) && PyList_GET_SIZE(tokens) <= MOST_ACTIONS;
    n_tokens = fine ? (int)PyList_GET_SIZE(tokens) : 0;
    for (int i = 0; fine && i < n_tokens; i++)
        fine = PyArg_ParseTuple(PyList_GET_ITEM(tokens, i), "ii", &token[i].block, &token[i].number);
    Py_XDECREF(tokens);
    return fine && number_of(PACKING ".decision", "_AREA", &area_block) &&
           number_of(PACKING ".decision", "_FACTION", &faction_block) &&
           number_of(PACKING ".decision", "_WONDER", &wonder_block);
}

static int know_displays(PyObject *offsets, PyObject *names_read) {
    read_displays = attribute(PACKING, "_displays");
    PyObject *names = read_displays ? PyObject_CallOneArg(names_read, read_displays) : NULL;
    int fine = names && PyTuple_Check(names) && PyTuple_GET_SIZE(names) <= MOST_READ;
    n_display = fine ? (int)PyTuple_GET_SIZE(names) : 0;
    for (int i = 0; fine && i < n_display; i++) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i));
        fine = name && (display[i].offset = slot_offset((PyObject *)State_type, name)) >= 0 &&
               number_in(offsets, name, &display[i].place);
    }
    Py_XDECREF(names);
    return fine;
}

static int is_filled(const char *name) {
    for (size_t i = 0; i < sizeof filled / sizeof *filled; i++)
        if (!strcmp(filled[i], name))
            return 1;
    return 0;
}

/* Whether all of the schema is filled in: 1; 0 after a warning if not; -1 with an error. */
static int fills_all(void) {
    PyObject *names = attribute(PACKING ".places", "TO_FILL");
    Py_ssize_t n = names ? PyTuple_Size(names) : -1;
    int all = n < 0 ? -1 : 1;
    for (Py_ssize_t i = 0; all == 1 && i < n; i++) {
        const char *name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, i));
        if (!name)
            all = -1;
        else if (!is_filled(name))
            all = PyErr_WarnFormat(PyExc_RuntimeWarning, 1,
                                   "pack.c does not fill in '%s' of the observation: Python packs it, slower", name);
    }
    Py_XDECREF(names);
    return all;
}

static int know_layout(void) {
    PyObject *at = attribute(PACKING ".places", "AT"), *areas = attribute(PACKING ".places", "AREAS");
    PyObject *own = attribute(PACKING ".places", "OWN"), *cards = attribute(PACKING ".places", "CARDS");
    PyObject *find = attribute(SCHEMA, "offsets"), *offsets = find ? PyObject_CallNoArgs(find) : NULL;
    PyObject *names_read = attribute("acis_rules.views", "names_read");
    PyObject *game_blocks = attribute(SCHEMA, "GAME_BLOCKS"), *slots = attribute(PACKING ".places", "SLOT");
    int cards_from, rest_from, kinds, offers, play_kinds;
    int fine = at && areas && own && cards && offsets && names_read && game_blocks && slots &&
               number_of(PACKING ".places", "CARDS_FROM", &cards_from) &&
               number_of(PACKING ".places", "REST_FROM", &rest_from) &&
               number_of("acis_rules.kernel.actions", "N_AREAS", &n_areas) &&
               number_of("acis_rules.kernel.actions", "N_CARDS", &n_cards) &&
               number_of("acis_rules.kernel.actions", "N_WONDERS", &n_wonders) &&
               number_of("acis_rules.kernel.actions", "N_CIVILIZATIONS", &n_civilizations) &&
               number_of("acis_rules.cards.uses", "CARD_USED", &first_card_used) &&
               number_of("acis_rules.cards.uses", "ABILITY_USED", &first_ability_used) &&
               number_of(SCHEMA, "PLAYS", &most_plays) && number_of(SCHEMA, "DECLARED", &most_declared) &&
               number_of(SCHEMA, "ANSWERED", &most_answers) &&
               number_of(SCHEMA, "N_NUMBERS", &n_numbers) && number_of(SCHEMA, "N_FLAGS", &n_flags);
    flag_bytes = (n_flags + 7) / 8;
    flag_words = (n_flags + 63) / 64;
    fine = fine && n_numbers <= MOST_NUMBERS && flag_words + 4 <= MOST_WORDS && n_areas <= MOST_AREAS;
#define X(name) fine = fine && number_in(at, #name, &a_##name);
    AREA_PLACES(X)
#undef X
#define X(name) fine = fine && number_in(areas, #name, &a_##name);
    AREA_FLAGS(X)
#undef X
#define X(name) fine = fine && number_in(own, #name, &c_##name) && (c_##name += cards_from - 1, 1);
    OWN_PLACES(X)
#undef X
#define X(name) fine = fine && number_in(cards, #name, &c_##name) && (c_##name += cards_from - 1, 1);
    CARD_FLAGS(X)
#undef X
#define X(name) fine = fine && number_in(offsets, #name, &n_##name);
    NUMBERS(X)
#undef X
#define X(name) fine = fine && number_in(slots, #name, &r_##name) && (r_##name += rest_from, 1);
    SLOT_FLAGS(X)
#undef X
#define X(name) fine = fine && number_in(at, #name, &r_##name) && (r_##name += rest_from, 1);
    REST_PLACES(X)
#undef X
    fine = fine && number_in(at, "known", &c_known) && number_in(at, "seen_by", &c_seen_by) &&
           number_in(at, "card_owner", &c_card_owner) && number_in(at, "decision_kind", &kinds) &&
           number_in(at, "offer", &offers) && number_in(at, "play_kind", &play_kinds) &&
           know_kinds("acis_rules.kernel.decisions", "KINDS", rest_from + kinds, &kind_places) &&
           know_kinds("acis_env.observe.names", "OFFER_KINDS", rest_from + offers, &offer_places) &&
           know_kinds(SCHEMA, "PLAY_KINDS", rest_from + play_kinds, &play_places) && know_tokens();
    first_play_kind = rest_from + play_kinds;
    c_known += cards_from - 1 - n_cards; /* slots count from 1 */
    c_seen_by += cards_from - 1 - n_cards;
    c_card_owner += cards_from - 1;
    if (fine) { /* where the blocks of the game begin */
        PyObject *first = PySequence_GetItem(game_blocks, 0), *name = first ? PySequence_GetItem(first, 0) : NULL;
        const char *word = name ? PyUnicode_AsUTF8(name) : NULL;
        fine = word && number_in(offsets, word, &n_game);
        Py_XDECREF(first);
        Py_XDECREF(name);
    }
    fine = fine && number_of("acis_rules.kernel.actions", "_AREA", &first_area_action) &&
           (memory_type = attribute(PACKING ".places", "Memory")) &&
           (seating_type = attribute("acis_env.observe.seating", "Seating")) &&
           (make_flags = attribute(PACKING ".places", "flags_of")) &&
           (numbers_by_hand = attribute(PACKING, "_numbers")) &&
           (tell_chance = attribute(PACKING ".turn", "end_chance")) &&
           (tell_marks = attribute(PACKING ".turn", "marks")) &&
           (answers = attribute("acis_rules.kernel.machine", "_ANSWERS")) &&
           (declared_function = attribute("acis_rules.cards.plays", "declared")) &&
           (frame_places = attribute("acis_rules.kernel.machine", "_places")) &&
           (seating_factions = slot_offset(seating_type, "factions")) >= 0 &&
           (seating_slot = slot_offset(seating_type, "slot")) >= 0 &&
           (seating_in_play = slot_offset(seating_type, "in_play")) >= 0 &&
           (seating_turn_place = slot_offset(seating_type, "turn_place")) >= 0 &&
           (view_factions = slot_offset((PyObject *)View_type, "factions")) >= 0 &&
           (view_mine = slot_offset((PyObject *)View_type, "_mine")) >= 0 &&
           (view_open = slot_offset((PyObject *)View_type, "_open")) >= 0 &&
           (memory_bits = slot_offset(memory_type, "bits")) >= 0 &&
           (memory_game_bits = slot_offset(memory_type, "game_bits")) >= 0 && know_displays(offsets, names_read);
    for (int i = 0; fine && i < N_PARTS; i++)
        fine = know_part(&parts[i], names_read);
    Py_XDECREF(at);
    Py_XDECREF(areas);
    Py_XDECREF(own);
    Py_XDECREF(cards);
    Py_XDECREF(find);
    Py_XDECREF(offsets);
    Py_XDECREF(names_read);
    Py_XDECREF(game_blocks);
    Py_XDECREF(slots);
    return fine;
}

/* -------------------------------------------------------------------------- one observation */

/* An observation in the making. Functions below return 1; 0 if Python has to do it; -1 with an error. */
typedef struct {
    PyObject *view, *seating, *memory, *s;
    Facts *facts;
    int n;                        /* civilizations */
    long faction[SLOTS];          /* by slot */
    int slot[MOST_FACTIONS];      /* by faction, Barbarians last */
    Set unseen;
    unsigned char *numbers;
    uint64_t flags[MOST_WORDS];
} Page;

static inline void put(Page *page, int at, Set set) {
    if (!set) /* as most are */
        return;
    int word = at >> 6, shift = at & 63;
    uint64_t low = (uint64_t)set, high = (uint64_t)(set >> 64);
    page->flags[word] |= low << shift;
    page->flags[word + 1] |= high << shift | (shift ? low >> (64 - shift) : 0);
    if (shift)
        page->flags[word + 2] |= high >> (64 - shift);
}

static inline void put_one(Page *page, int at) { page->flags[at >> 6] |= (uint64_t)1 << (at & 63); }

typedef uint64_t Two __attribute__((vector_size(16))); /* words at once */

/* Add flags that Python has made: as many bytes as all flags take. */
static int put_flags(Page *page, PyObject *bytes) {
    if (!PyBytes_Check(bytes) || PyBytes_GET_SIZE(bytes) != flag_bytes)
        return 0;
    const char *from = PyBytes_AS_STRING(bytes);
    size_t whole = (size_t)flag_bytes / 8, w = 0;
    for (; w + 2 <= whole; w += 2) {
        Two here, more;
        memcpy(&here, page->flags + w, sizeof here);
        memcpy(&more, from + 8 * w, sizeof more);
        here |= more;
        memcpy(page->flags + w, &here, sizeof here);
    }
    for (; w < whole; w++) {
        uint64_t word;
        memcpy(&word, from + 8 * w, 8);
        page->flags[w] |= word;
    }
    uint64_t last = 0;
    memcpy(&last, from + 8 * whole, (size_t)flag_bytes - 8 * whole);
    page->flags[whole] |= last;
    return 1;
}

static int put_numbers(Page *page, int at, PyObject *bytes) {
    if (!PyBytes_Check(bytes) || at + PyBytes_GET_SIZE(bytes) > n_numbers)
        return 0;
    memcpy(page->numbers + at, PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes));
    return 1;
}

/* flags_of(areas, cards, rest): items `first` and the two after it. */
static int put_made(Page *page, PyObject *made, int first) {
    PyObject *bytes = PyObject_Vectorcall(make_flags, &PyTuple_GET_ITEM(made, first), 3, NULL);
    int done = bytes ? put_flags(page, bytes) : -1;
    Py_XDECREF(bytes);
    return done;
}

static int still_holds(const Part *part, PyObject *kept, Page *page) {
    if (!PyTuple_Check(kept) || PyTuple_GET_SIZE(kept) < 2)
        return 0;
    PyObject *made_from = PyTuple_GET_ITEM(kept, 0);
    if (!PyTuple_Check(made_from) || PyTuple_GET_SIZE(made_from) != part->n_read)
        return 0;
    for (int i = 0; i < part->n_read; i++) {
        PyObject *then = PyTuple_GET_ITEM(made_from, i), *now = SLOT(page->s, part->read[i]);
        if (then == now)
            continue;
        if (!now)
            return 0;
        int same = PyObject_RichCompareBool(then, now, Py_EQ);
        if (same != 1)
            return same;
    }
    return 1;
}

/* A kept part: its flags are added; it is returned as (kept, its flags). */
static PyObject *kept_part(int number, Page *page, int *done) {
    Part *part = &parts[number];
    PyObject *all = SLOT(page->memory, part->slot);
    PyObject *bits = SLOT(page->memory, number == GAME ? memory_game_bits : memory_bits);
    *done = 0;
    if (!all || !PyDict_CheckExact(all) || !bits || !PyDict_CheckExact(bits))
        return NULL;
    PyObject *me = PyLong_FromLong(page->faction[0]), *out = NULL, *made = NULL, *bytes = NULL;
    PyObject *key = number == GAME ? page->seating : me;
    *done = -1;
    if (!me)
        return NULL;
    PyObject *kept = PyDict_GetItemWithError(all, key);
    if (!kept && PyErr_Occurred())
        goto end;
    int holds = kept && PyTuple_Check(kept) && PyTuple_GET_SIZE(kept) == 6 &&
                        PyTuple_GET_ITEM(kept, 1) == page->seating
                    ? still_holds(part, kept, page)
                    : 0;
    if (holds < 0)
        goto end;
    PyObject *found = PyDict_GetItemWithError(bits, key);
    if (holds && found && PyTuple_CheckExact(found) && PyTuple_GET_ITEM(found, 0) == kept)
        out = Py_NewRef(found);
    else {
        PyObject *given[3] = {page->view, page->seating, page->memory};
        made = PyObject_Vectorcall(part->make, given, 3, NULL);
        if (!made)
            goto end;
        if (!PyTuple_Check(made) || PyTuple_GET_SIZE(made) != 6) {
            *done = 0;
            goto end;
        }
        bytes = PyObject_Vectorcall(make_flags, &PyTuple_GET_ITEM(made, 2), 3, NULL);
        if (!bytes || !(out = PyTuple_Pack(2, made, bytes)) || PyDict_SetItem(bits, key, out) < 0) {
            Py_CLEAR(out);
            goto end;
        }
    }
    *done = put_flags(page, PyTuple_GET_ITEM(out, 1));
    if (*done != 1)
        Py_CLEAR(out);
end:
    Py_DECREF(me);
    Py_XDECREF(made);
    Py_XDECREF(bytes);
    return out;
}

/* Flags and numbers of a kept part. */
static int put_kept(Page *page, int number, int at) {
    int done;
    PyObject *kept = kept_part(number, page, &done);
    if (!kept)
        return done;
    PyObject *numbers = PyTuple_GET_ITEM(PyTuple_GET_ITEM(kept, 0), 5);
    done = PyTuple_Check(numbers) && PyTuple_GET_SIZE(numbers) == 1 &&
           put_numbers(page, at, PyTuple_GET_ITEM(numbers, 0));
    Py_DECREF(kept);
    return done;
}

static int put_game(Page *page) { return put_kept(page, GAME, n_game); }

static int put_kept_displays(Page *page) { return put_kept(page, DISPLAYS, n_gold); }

/* --------------------------------------------------------------------------- discs on the map */

static int put_map(Page *page) {
    const Facts *facts = page->facts;
    int n = page->n, size = n + 1;
    Set one[MOST_FACTIONS], two[MOST_FACTIONS], three[MOST_FACTIONS];
    if (rows_at(page->s, 0, one) != size || rows_at(page->s, 1, two) != size || rows_at(page->s, 2, three) != size)
        return 0;
    Set once = 0, shared = 0, pairs = 0, settled = 0;
    for (int slot = 0; slot < n; slot++) {
        long f = page->faction[slot];
        Set cities = three[f] & facts->land, settlements = two[f] ^ three[f];
        put(page, a_city + slot * n_areas, cities);
        page->numbers[n_cities + slot] = (unsigned char)count(cities);
        page->numbers[n_settlements + slot] = (unsigned char)count(settlements & facts->land);
        page->numbers[n_seas + slot] = (unsigned char)count(one[f] & facts->coastal);
        shared |= once & one[f];
        once |= one[f];
        pairs |= two[f];
        if (slot)
            settled |= settlements;
        else
            put(page, a_own_settlement, settlements);
    }
    shared |= once & one[n];
    once |= one[n];
    pairs |= two[n];
    put(page, a_other_settlement, settled | (two[n] ^ three[n]));
    PyObject *allies = FIELD(page->s, allies), *key, *value;
    Py_ssize_t at = 0;
    if (!allies || !PyDict_CheckExact(allies))
        return 0;
    Set white = 0;
    while (PyDict_Next(allies, &at, &key, &value)) {
        long area, faction, k;
        if (!PyTuple_CheckExact(key) || PyTuple_GET_SIZE(key) != 2 || !to_int(PyTuple_GET_ITEM(key, 0), &area) ||
            !to_int(PyTuple_GET_ITEM(key, 1), &faction) || !to_int(value, &k) || area < 0 || area >= n_areas ||
            faction < 0 || faction >= n || k < 0)
            return 0;
        white |= BIT(area);
        page->numbers[n_allies + page->slot[faction] * n_areas + area] = (unsigned char)(k > 255 ? 255 : k);
    }
    put(page, a_contested, shared & (pairs | white));
    Set alone = once ^ shared;
    for (int slot = 0; slot < n; slot++)
        put(page, a_control + slot * n_areas, alone & one[page->faction[slot]]);
    put(page, a_control + SLOTS * n_areas, alone & one[n]);
    for (int f = 0; f <= n; f++) {
        const unsigned char *row = discs_of(page->s, f, facts);
        if (!row || facts->n_areas != n_areas)
            return 0;
        memcpy(page->numbers + n_discs + page->slot[f] * n_areas, row, (size_t)n_areas);
    }
    return 1;
}

/* ------------------------------------------------------------------------------------- cards */

/* Cards in a list, a tuple or the keys of a dict. */
static int cards_in(PyObject *cards, Set *out) {
    *out = 0;
    long card;
    if (!cards)
        return 0;
    if (PyDict_CheckExact(cards)) {
        PyObject *key, *value;
        Py_ssize_t at = 0;
        while (PyDict_Next(cards, &at, &key, &value)) {
            if (!to_int(key, &card) || card < 0 || card > n_cards)
                return 0;
            *out |= BIT(card);
        }
        return 1;
    }
    int list = PyList_CheckExact(cards);
    if (!list && !PyTuple_CheckExact(cards))
        return 0;
    Py_ssize_t size = list ? PyList_GET_SIZE(cards) : PyTuple_GET_SIZE(cards);
    for (Py_ssize_t i = 0; i < size; i++) {
        if (!to_int(list ? PyList_GET_ITEM(cards, i) : PyTuple_GET_ITEM(cards, i), &card) || card < 0 ||
            card > n_cards)
            return 0;
        *out |= BIT(card);
    }
    return 1;
}

static int says(PyObject *word, const char *text) {
    return PyUnicode_Check(word) && PyUnicode_CompareWithASCIIString(word, text) == 0;
}

/* Cards of the discard pile that the faction looks at to take one: 1, or 0 if unusual. */
static int looked_at(PyObject *s, long me, Set *out) {
    PyObject *peeked = FIELD(s, peeked), *q = FIELD(s, question);
    long faction;
    *out = 0;
    if (!peeked || !PyTuple_CheckExact(peeked) || !q)
        return 0;
    if (!PyTuple_GET_SIZE(peeked) || q == Py_None)
        return 1;
    if (!PyTuple_Check(q) || PyTuple_GET_SIZE(q) != 7 || !to_int(PyTuple_GET_ITEM(q, 0), &faction))
        return 0;
    return faction != me || !says(PyTuple_GET_ITEM(q, 1), "recover") || cards_in(peeked, out);
}

/* A property of the view that is a list of sets, by faction. */
static int sets_of(PyObject *view, const char *name, Set *out, int n) {
    PyObject *list = PyObject_GetAttrString(view, name);
    int done = list ? 1 : -1;
    for (int f = 0; done == 1 && f < n; f++) {
        PyObject *set = item(list, f);
        done = set && to_set(set, &out[f]);
    }
    Py_XDECREF(list);
    return done;
}

static int put_cards(Page *page) {
    PyObject *s = page->s, *known_list = FIELD(s, known);
    int n = page->n;
    long me = page->faction[0];
    Set discard, aside, table, investments, reserve, laid, hand, drawn, peeked, factions, open;
    PyObject *one;
    if (!cards_in(FIELD(s, discard), &discard) || !cards_in(FIELD(s, aside), &aside) ||
        !cards_in(FIELD(s, table), &table) || !cards_in(FIELD(s, investments), &investments) ||
        !cards_in(FIELD(s, reserve), &reserve) || !(one = item(FIELD(s, laid), me)) || !cards_in(one, &laid) ||
        !(one = item(FIELD(s, hand), me)) || !to_set(one, &hand) || !(one = item(FIELD(s, drawn), me)) ||
        !to_set(one, &drawn) || !looked_at(s, me, &peeked) ||
        !to_set(SLOT(page->view, view_factions), &factions) || factions != BIT(me) ||
        !to_set(SLOT(page->view, view_open), &open) || !known_list || !PyList_CheckExact(known_list) ||
        PyList_GET_SIZE(known_list) != (Py_ssize_t)n * n)
        return 0;
    Set known[MOST_FACTIONS] = {0}, seen_by[MOST_FACTIONS] = {0};
    if (open || (factions & page->facts->sees_laid)) {
        int done = sets_of(page->view, "known", known, n);
        if (done != 1)
            return done;
    } else
        for (int f = 0; f < n; f++)
            if (f != me && !to_set(PyList_GET_ITEM(known_list, me * n + f), &known[f]))
                return 0;
    if (factions & page->facts->shown_to_some) {
        int done = sets_of(page->view, "seen_by", seen_by, n);
        if (done != 1)
            return done;
    } else
        for (int f = 0; f < n; f++)
            if (f != me && !to_set(PyList_GET_ITEM(known_list, f * n + me), &seen_by[f]))
                return 0;
    Set seen = discard | aside | table | investments | reserve | page->facts->boxed | hand | drawn | laid;
    for (int slot = 0; slot < n; slot++) {
        long f = page->faction[slot];
        seen |= known[f];
        if (known[f])
            put(page, c_known + slot * n_cards, known[f]);
        if (seen_by[f])
            put(page, c_seen_by + slot * n_cards, seen_by[f]);
    }
    PyObject *phase = FIELD(s, phase);
    if (!phase || !PyUnicode_Check(phase))
        return 0;
    int setup = PyUnicode_CompareWithASCIIString(phase, "setup") == 0;
    page->unseen = setup ? 0 : (BIT(n_cards + 1) - 2) & ~seen;
    put(page, c_discard, discard);
    put(page, c_aside, aside);
    put(page, c_table, table);
    put(page, c_hand, hand);
    put(page, c_unseen, page->unseen);
    put(page, c_laid, laid);
    put(page, c_drawn, drawn | peeked);
    return 1;
}

/* ----------------------------------------------------------------------- displays, the clock */

/* The numbers on the displays; VP may be halves or many, which is left to Python. */
static int put_displays(Page *page) {
    int n = page->n;
    PyObject *hands = FIELD(page->s, hand), *laid = FIELD(page->s, laid), *drawn = FIELD(page->s, drawn);
    for (int slot = 0; slot < n; slot++) {
        long f = page->faction[slot];
        PyObject *hand = item(hands, f), *down = item(laid, f), *seen = item(drawn, f);
        Set cards, others;
        if (!hand || !to_set(hand, &cards) || !down || !PyTuple_CheckExact(down) || !seen || !to_set(seen, &others))
            return 0;
        page->numbers[n_hand_size + slot] = (unsigned char)count(cards);
        page->numbers[n_laid_size + slot] = (unsigned char)PyTuple_GET_SIZE(down);
        page->numbers[n_drawn_size + slot] = (unsigned char)count(others);
    }
    for (int i = 0; i < n_display; i++) {
        PyObject *list = SLOT(page->s, display[i].offset);
        if (!list || !PyList_CheckExact(list) || PyList_GET_SIZE(list) < n)
            goto by_hand;
        for (int slot = 0; slot < n; slot++) {
            long value;
            if (!to_int(PyList_GET_ITEM(list, page->faction[slot]), &value) || value < 0 || value > 255)
                goto by_hand;
            page->numbers[display[i].place + slot] = (unsigned char)value;
        }
    }
    return 1;
by_hand:;
    PyObject *lists = PyObject_CallOneArg(read_displays, page->view);
    PyObject *counts = PyObject_GetAttrString(page->view, "card_counts");
    PyObject *last = counts ? PyTuple_Pack(1, counts) : NULL;
    PyObject *all = lists && last ? PySequence_Concat(lists, last) : NULL;
    PyObject *given[2] = {all, page->seating};
    PyObject *made = all ? PyObject_Vectorcall(numbers_by_hand, given, 2, NULL) : NULL;
    int done = made ? 0 : -1;
    if (made && PyTuple_Check(made) && PyTuple_GET_SIZE(made) == 2)
        done = put_numbers(page, n_vp, PyTuple_GET_ITEM(made, 0)) &&
               put_numbers(page, n_vp_part, PyTuple_GET_ITEM(made, 1));
    Py_XDECREF(lists);
    Py_XDECREF(counts);
    Py_XDECREF(last);
    Py_XDECREF(all);
    Py_XDECREF(made);
    return done;
}

/* A set of factions as slots. */
static int slots_of(const Page *page, PyObject *factions, Set *out) {
    Set set;
    *out = 0;
    if (!factions || !to_set(factions, &set) || set >> page->n)
        return 0;
    while (set)
        *out |= BIT(page->slot[take(&set)]);
    return 1;
}

/* A faction in a tuple by faction, which may be nobody, as a flag of the slot. */
static int put_relation(Page *page, PyObject *others, long f, int slot, int at) {
    long other;
    if (!to_int(PyTuple_GET_ITEM(others, f), &other) || other >= page->n)
        return 0;
    if (other >= 0)
        put_one(page, at + page->slot[other] * SLOTS + slot);
    return 1;
}

static int is_tuple_of(PyObject *tuple, int n) {
    return tuple && PyTuple_CheckExact(tuple) && PyTuple_GET_SIZE(tuple) == n;
}

/* Civilizations, homes and relations; Gold, and areas that decide the game, are left to Python. */
static int put_civilizations(Page *page) {
    PyObject *s = page->s, *gold = FIELD(s, gold), *latest = FIELD(s, latest_enemy);
    PyObject *primary = FIELD(s, primary_enemy), *harmed = FIELD(s, harmed_by);
    Set absent, reborn, owes_marker, arrived;
    int n = page->n;
    if (PyTuple_GET_SIZE(page->facts->on_won_at_once) || !gold || !PyDict_CheckExact(gold) || PyDict_GET_SIZE(gold))
        return put_kept_displays(page);
    if (!is_tuple_of(latest, n) || !is_tuple_of(primary, n) || !is_tuple_of(harmed, n) ||
        !slots_of(page, FIELD(s, absent), &absent) || !slots_of(page, FIELD(s, reborn), &reborn) ||
        !slots_of(page, FIELD(s, owes_marker), &owes_marker) || !slots_of(page, FIELD(s, arrived), &arrived))
        return 0;
    put(page, r_absent, absent);
    put(page, r_reborn, reborn);
    put(page, r_owes_marker, owes_marker);
    put(page, r_arrived, arrived);
    for (int slot = 0; slot < n; slot++) {
        long f = page->faction[slot], civilization;
        PyObject *home = item(FIELD(s, home), f), *nile = item(FIELD(s, nile), f);
        Set areas, river, enemies, harmers;
        if (!number_at(FIELD(s, civilization), f, &civilization) || civilization >= n_civilizations || !home ||
            !to_set(home, &areas) || areas >> n_areas || !nile || !to_set(nile, &river) || river >> n_areas ||
            !slots_of(page, item(FIELD(s, enemies), f), &enemies) ||
            !slots_of(page, PyTuple_GET_ITEM(harmed, f), &harmers) ||
            !put_relation(page, latest, f, slot, r_latest_enemy) ||
            !put_relation(page, primary, f, slot, r_primary_enemy))
            return 0;
        if (civilization >= 0)
            put_one(page, r_civilization + (int)civilization * SLOTS + slot);
        put(page, r_enemies + slot * SLOTS, enemies); /* mutual: rows are columns */
        put(page, a_home + slot * n_areas, areas);
        while (harmers)
            put_one(page, r_harmed_by + take(&harmers) * SLOTS + slot);
        if (river != page->facts->nile) {
            put_one(page, r_new_nile + slot);
            put(page, a_new_nile, river);
        }
    }
    return 1;
}

/* The clock (made_from, rest, numbers, flags, ending); a reference, NULL with an error. */
static PyObject *clock_of(Page *page) {
    PyObject *clock = SLOT(page->memory, parts[CLOCK].slot);
    int holds = clock ? still_holds(&parts[CLOCK], clock, page) : 0;
    if (holds)
        return holds < 0 ? NULL : Py_NewRef(clock);
    PyObject *given[2] = {page->view, page->memory};
    PyObject *made = PyObject_Vectorcall(parts[CLOCK].make, given, 2, NULL);
    if (made && (!PyTuple_Check(made) || PyTuple_GET_SIZE(made) != 5 || !PyTuple_Check(PyTuple_GET_ITEM(made, 2)))) {
        PyErr_SetString(PyExc_TypeError, "a clock of another form");
        Py_CLEAR(made);
    }
    return made;
}

static int put_chance(Page *page, PyObject *clock) {
    PyObject *numbers = PyTuple_GET_ITEM(clock, 2), *ending = PyTuple_GET_ITEM(clock, 4);
    if (PyTuple_GET_SIZE(numbers))
        return put_numbers(page, n_end_chance, PyTuple_GET_ITEM(numbers, 0));
    Set cards;
    if (ending != Py_None && to_set(ending, &cards)) {
        int n = count(page->unseen);
        page->numbers[n_end_chance] = (unsigned char)(n ? 255 * count(page->unseen & cards) / n : 0);
        return 1;
    }
    PyObject *unseen = from_set(page->unseen), *given[2] = {page->view, unseen};
    PyObject *chance = unseen ? PyObject_Vectorcall(tell_chance, given, 2, NULL) : NULL;
    int done = chance ? put_numbers(page, n_end_chance, chance) : -1;
    Py_XDECREF(unseen);
    Py_XDECREF(chance);
    return done;
}

static int put_moment(Page *page) {
    long black;
    PyObject *deck = FIELD(page->s, deck);
    if (!number_at(FIELD(page->s, supply), page->n, &black) || black < 0 || black > 255 || !deck ||
        !PyList_CheckExact(deck) || PyList_GET_SIZE(deck) > 255)
        return 0;
    page->numbers[n_barbarian_supply] = (unsigned char)black;
    page->numbers[n_deck_size] = (unsigned char)PyList_GET_SIZE(deck);
    PyObject *clock = clock_of(page);
    if (!clock)
        return -1;
    int done = put_flags(page, PyTuple_GET_ITEM(clock, 3));
    if (done == 1)
        done = put_chance(page, clock);
    Py_DECREF(clock);
    return done;
}

static int put_marks(Page *page) {
    PyObject *marks = FIELD(page->s, marks);
    if (!marks || !PyDict_CheckExact(marks))
        return 0;
    if (!PyDict_GET_SIZE(marks))
        return 1;
    PyObject *given[2] = {marks, page->seating}, *told = PyObject_Vectorcall(tell_marks, given, 2, NULL);
    if (!told)
        return -1;
    int done = PyTuple_Check(told) && PyTuple_GET_SIZE(told) == 2 &&
               put_numbers(page, n_marks, PyTuple_GET_ITEM(told, 0));
    if (done) {
        PyObject *none = PyLong_FromLong(0);
        PyObject *made = none ? PyTuple_Pack(3, none, none, PyTuple_GET_ITEM(told, 1)) : NULL;
        done = made ? put_made(page, made, 0) : -1;
        Py_XDECREF(none);
        Py_XDECREF(made);
    }
    Py_DECREF(told);
    return done;
}

static int put_turn(Page *page) {
    PyObject *s = page->s;
    Set passed, built, looted, no_talents, forbidden, white, omens;
    uint64_t used[5];
    long area;
    if (!slots_of(page, FIELD(s, passed), &passed) || !slots_of(page, FIELD(s, built_this_turn), &built) ||
        !slots_of(page, FIELD(s, looted), &looted) || !slots_of(page, FIELD(s, no_talents), &no_talents) ||
        !FIELD(s, forbidden) || !to_set(FIELD(s, forbidden), &forbidden) || !FIELD(s, white) ||
        !to_set(FIELD(s, white), &white) || !FIELD(s, omens) || !to_set(FIELD(s, omens), &omens) ||
        !FIELD(s, used) || !to_words(FIELD(s, used), used, 5) || !FIELD(s, competition_area) ||
        !to_int(FIELD(s, competition_area), &area) || area >= n_areas || (forbidden | white) >> n_areas ||
        omens >> n_wonders)
        return 0;
    PyObject *in_play = SLOT(page->seating, seating_in_play), *over = FIELD(s, over);
    Set there, winners = 0;
    if (!in_play || !to_set(in_play, &there) || there >> SLOTS || !over || !PyBool_Check(over))
        return 0;
    if (over == Py_True) {
        PyObject *won = FIELD(s, winners);
        for (Py_ssize_t i = 0; won && PyList_CheckExact(won) && i < PyList_GET_SIZE(won); i++) {
            long faction;
            if (!number_at(won, i, &faction) || faction < 0 || faction >= page->n)
                return 0;
            winners |= BIT(page->slot[faction]);
        }
    }
    put(page, r_in_play, there);
    put(page, r_won, winners);
    put(page, a_forbidden, forbidden);
    put(page, a_explored, white);
    if (area >= 0)
        put_one(page, a_competition + (int)area);
    put(page, r_passed, passed);
    put(page, r_built, built);
    put(page, r_looted, looted);
    put(page, r_no_talents, no_talents);
    put(page, r_wonder_omens, omens);
    for (int bit = 0; bit < n_wonders; bit++)
        if (used[0] >> bit & 1)
            put_one(page, r_wonder_used + bit);
    if (used[0] >> n_wonders | used[1] | used[2] | used[3] | used[4]) {
        for (int card = 0; card <= n_cards; card++) {
            int bit = first_card_used + card;
            if (used[bit >> 6] >> (bit & 63) & 1)
                put_one(page, c_investment_used + card);
        }
        for (int f = 0; f < page->n; f++) {
            int bit = first_ability_used + f;
            if (used[bit >> 6] >> (bit & 63) & 1)
                put_one(page, r_ability_used + page->slot[f]);
        }
    }
    return 1;
}

/* --------------------------------------------------- Wonders, cards before somebody, announcements */

static int put_wonders(Page *page) {
    PyObject *wonders = FIELD(page->s, wonders);
    if (!wonders || !PyList_CheckExact(wonders) || PyList_GET_SIZE(wonders) != n_wonders)
        return 0;
    for (int i = 0; i < n_wonders; i++) {
        PyObject *wonder = PyList_GET_ITEM(wonders, i);
        long owner, area, discs;
        if (!PyTuple_Check(wonder) || PyTuple_GET_SIZE(wonder) != 4 ||
            !to_int(PyTuple_GET_ITEM(wonder, 0), &owner) || !to_int(PyTuple_GET_ITEM(wonder, 1), &area) ||
            !to_int(PyTuple_GET_ITEM(wonder, 2), &discs) || discs < 0 || discs > 255 || owner >= page->n)
            return 0;
        page->numbers[n_wonder_discs + i] = (unsigned char)discs;
        if (owner < 0)
            continue;
        if (area < 0 || area >= n_areas)
            return 0;
        int buried = PyTuple_GET_ITEM(wonder, 3) == Py_True;
        put_one(page, r_wonder_owner + page->slot[owner] * n_wonders + i);
        if (buried)
            put_one(page, r_wonder_buried + i);
        put_one(page, (buried ? a_buried_wonder : owner == page->faction[0] ? a_own_wonder : a_other_wonder) + (int)area);
        put_one(page, a_wonder_here + i * n_areas + (int)area);
    }
    return 1;
}

/* A card is of somebody; the Barbarians have none. */
static void put_owner(Page *page, int slot, long card) {
    if (slot < SLOTS)
        put_one(page, c_card_owner + slot * n_cards + (int)card);
}

static int put_holdings(Page *page, PyObject *cards, int flag) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (!cards || !PyDict_CheckExact(cards))
        return 0;
    while (PyDict_Next(cards, &at, &key, &value)) {
        long card, owner, discs;
        if (!to_int(key, &card) || card < 1 || card > n_cards || !PyTuple_Check(value) ||
            PyTuple_GET_SIZE(value) != 2 || !to_int(PyTuple_GET_ITEM(value, 0), &owner) ||
            !to_int(PyTuple_GET_ITEM(value, 1), &discs) || owner < 0 || owner >= page->n || discs < 0 || discs > 255)
            return 0;
        int from = owner == page->faction[0] ? n_own_card_discs : n_other_card_discs;
        page->numbers[from + card - 1] = (unsigned char)discs;
        put_one(page, flag + (int)card);
        put_owner(page, page->slot[owner], card);
    }
    return 1;
}

static int put_announced(Page *page) {
    PyObject *announced = FIELD(page->s, announced);
    if (!announced || !PyTuple_CheckExact(announced))
        return 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(announced); i++) {
        PyObject *one = PyTuple_GET_ITEM(announced, i);
        long faction, number;
        if (!PyTuple_Check(one) || PyTuple_GET_SIZE(one) != 3 || !to_int(PyTuple_GET_ITEM(one, 0), &faction) ||
            !to_int(PyTuple_GET_ITEM(one, 2), &number) || faction < 0 || faction >= page->n || number < 0 || i > 250)
            return 0;
        int slot = page->slot[faction];
        page->numbers[n_announced + slot]++;
        if (says(PyTuple_GET_ITEM(one, 1), "ability")) {
            if (number > 7)
                return 0;
            page->numbers[n_announced_ability + slot] |= (unsigned char)(1 << number);
        } else if (says(PyTuple_GET_ITEM(one, 1), "wonder")) {
            if (number >= n_wonders)
                return 0;
            put_one(page, r_wonder_announced + (int)number);
        } else {
            if (number > n_cards)
                return 0;
            put_one(page, c_announced + (int)number);
            put_owner(page, slot, number);
        }
    }
    return 1;
}

/* ------------------------------------------------------------------------------- the decision */

#define MOST_TOLD 16 /* plays at a time that are looked at */
enum { P_BY, P_KIND, P_ID, P_MODE, P_AREAS, P_FACTIONS, P_WONDER, P_PICKS, P_UNNAMED, PLAY_SIZE };

typedef struct {
    long by, id, mode, wonder;
    int kind; /* place in PLAY_KINDS */
    PyObject *areas, *factions, *picks;
    int unnamed;
} Told;

static int read_play(Page *page, PyObject *play, Told *told) {
    if (!PyTuple_Check(play) || PyTuple_GET_SIZE(play) != PLAY_SIZE)
        return 0;
    PyObject *place = PyDict_GetItemWithError(play_places, PyTuple_GET_ITEM(play, P_KIND));
    if (!place)
        return PyErr_Clear(), 0;
    told->kind = (int)PyLong_AsLong(place) - first_play_kind;
    told->areas = PyTuple_GET_ITEM(play, P_AREAS);
    told->factions = PyTuple_GET_ITEM(play, P_FACTIONS);
    told->picks = PyTuple_GET_ITEM(play, P_PICKS);
    told->unnamed = PyTuple_GET_ITEM(play, P_UNNAMED) == Py_True;
    return to_int(PyTuple_GET_ITEM(play, P_BY), &told->by) && told->by <= page->n &&
           to_int(PyTuple_GET_ITEM(play, P_ID), &told->id) && told->id >= 0 && told->id < 255 &&
           to_int(PyTuple_GET_ITEM(play, P_MODE), &told->mode) && told->mode >= 0 && told->mode < 4 &&
           to_int(PyTuple_GET_ITEM(play, P_WONDER), &told->wonder) && told->wonder < n_wonders &&
           PyTuple_CheckExact(told->areas) && PyTuple_CheckExact(told->factions) && PyTuple_CheckExact(told->picks) &&
           PyBool_Check(PyTuple_GET_ITEM(play, P_UNNAMED));
}

static int of_kind(PyObject *play, const char *kind) { return says(PyTuple_GET_ITEM(play, P_KIND), kind); }

/* Add a row to the choices made; those that find no room are left out. */
static void declare(Page *page, int *rows, int row, int operation, int block, int number) {
    if (*rows < most_declared) {
        unsigned char *at = page->numbers + n_declared + 4 * (*rows)++;
        at[0] = (unsigned char)row;
        at[1] = (unsigned char)operation;
        at[2] = (unsigned char)block;
        at[3] = (unsigned char)number;
    }
}

static int number_item(PyObject *tuple, Py_ssize_t i, long low, long high, long *out) {
    return to_int(PyTuple_GET_ITEM(tuple, i), out) && *out >= low && *out <= high;
}

static int declare_actions(Page *page, int *rows, int row, Py_ssize_t operation, PyObject *actions) {
    if (!PyTuple_CheckExact(actions) || operation > 255)
        return 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(actions); i++) {
        long action;
        if (!number_item(actions, i, 0, n_tokens - 1, &action))
            return 0;
        int number = token[action].number;
        if (token[action].block == faction_block) {
            if (number > page->n)
                return 0;
            number = page->slot[number];
        }
        declare(page, rows, row, (int)operation, token[action].block, number);
    }
    return 1;
}

/* One row of `plays`, and the choices made for it. */
static int put_play(Page *page, PyObject *play, int row, int *rows) {
    Told told;
    long number;
    if (!read_play(page, play, &told))
        return 0;
    unsigned char *at = page->numbers + n_plays + 5 * (row - 1);
    at[0] = (unsigned char)(told.kind + 1);
    at[1] = (unsigned char)(told.by >= 0 ? page->slot[told.by] + 1 : 0);
    at[2] = (unsigned char)(told.id + (of_kind(play, "wonder") || of_kind(play, "ability")));
    at[3] = (unsigned char)(told.mode + 1);
    at[4] = (unsigned char)told.unnamed;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(told.areas); i++) {
        if (!number_item(told.areas, i, 0, n_areas - 1, &number))
            return 0;
        declare(page, rows, row, 0, area_block, (int)number);
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(told.factions); i++) {
        if (!number_item(told.factions, i, 0, page->n, &number))
            return 0;
        declare(page, rows, row, 0, faction_block, page->slot[number]);
    }
    if (told.wonder >= 0)
        declare(page, rows, row, 0, wonder_block, (int)told.wonder);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(told.picks); i++)
        if (!declare_actions(page, rows, row, i + 1, PyTuple_GET_ITEM(told.picks, i)))
            return 0;
    return 1;
}

/* Areas named for what the open decision is about, and flags of it. */
static int put_named(Page *page, PyObject *play, PyObject *picked) {
    Told told;
    long number;
    if (!read_play(page, play, &told))
        return 0;
    long wonder = of_kind(play, "wonder") ? told.id : told.wonder;
    Py_ssize_t size = PyTuple_GET_SIZE(told.picks);
    for (Py_ssize_t k = 0; k <= size; k++) {
        PyObject *actions = k < size ? PyTuple_GET_ITEM(told.picks, k) : picked;
        if (!PyTuple_CheckExact(actions))
            return 0;
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(actions); i++) {
            if (!number_item(actions, i, 0, n_tokens - 1, &number))
                return 0;
            int block = token[number].block, which = token[number].number;
            if (block == area_block) {
                if (++page->numbers[n_named + which] == 255)
                    return 0;
            } else if (block == faction_block) {
                if (which > page->n)
                    return 0;
                put_one(page, r_play_slots + page->slot[which]);
            } else if (block == wonder_block)
                wonder = which;
        }
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(told.areas); i++) {
        if (!number_item(told.areas, i, 0, n_areas - 1, &number))
            return 0;
        if (!page->numbers[n_named + number])
            page->numbers[n_named + number] = 1;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(told.factions); i++) {
        if (!number_item(told.factions, i, 0, page->n, &number))
            return 0;
        put_one(page, r_play_slots + page->slot[number]);
    }
    put_one(page, first_play_kind + told.kind);
    put_one(page, r_play_mode + (int)told.mode);
    if (told.by >= 0)
        put_one(page, r_play_by + page->slot[told.by]);
    if (wonder >= n_wonders)
        return 0;
    if (wonder >= 0)
        put_one(page, r_play_wonder + (int)wonder);
    if (told.by >= 0 && told.id && (of_kind(play, "card") || of_kind(play, "investment"))) {
        if (told.id > n_cards)
            return 0;
        put_owner(page, page->slot[told.by], told.id);
    }
    return 1;
}

/* The play and its answers. */
static int put_chain(Page *page, PyObject *chain) {
    if (!PyTuple_CheckExact(chain))
        return 0;
    Py_ssize_t size = PyTuple_GET_SIZE(chain);
    page->numbers[n_answers] = (unsigned char)(size > 1 ? size - 1 : 0);
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *entry = PyTuple_GET_ITEM(chain, i);
        long faction, card;
        if (i > 250 || !PyTuple_Check(entry) || PyTuple_GET_SIZE(entry) != 3 ||
            !number_item(entry, 0, -9, page->n, &faction) || !number_item(entry, 1, 0, 255, &card))
            return 0;
        if (i < most_answers) {
            page->numbers[n_chain + 2 * i] = (unsigned char)(faction >= 0 ? page->slot[faction] + 1 : 0);
            page->numbers[n_chain + 2 * i + 1] = (unsigned char)card;
        }
        if (i && faction >= 0 && card) {
            if (card > n_cards)
                return 0;
            put_owner(page, page->slot[faction], card);
        }
    }
    return 1;
}

/* Where the arguments of an answer stand in its frame, by name (borrowed); NULL with an error. */
static PyObject *places_in(PyObject *frame) {
    static PyObject *known;
    PyObject *name = PyTuple_GET_ITEM(frame, 0);
    if (!known && !(known = PyDict_New()))
        return NULL;
    PyObject *places = PyDict_GetItemWithError(known, name);
    if (places || PyErr_Occurred())
        return places;
    places = PyObject_CallOneArg(frame_places, name);
    int kept = places ? PyDict_SetItem(known, name, places) : -1;
    Py_XDECREF(places);
    return kept < 0 ? NULL : places;
}

/* An argument of the frame that waits for the answer (borrowed), NULL if it has none of this name. */
static PyObject *argument(PyObject *frame, PyObject *places, PyObject *name) {
    PyObject *place = PyDict_GetItemWithError(places, name);
    long i = place ? PyLong_AsLong(place) : -1;
    return i > 0 && i < PyTuple_GET_SIZE(frame) ? PyTuple_GET_ITEM(frame, i) : NULL;
}

/* What the open decision is about, if it is about a play. */
static int put_about(Page *page, PyObject *frame, PyObject *places, int *rows) {
    PyObject *play = argument(frame, places, w_play), *chain = argument(frame, places, w_chain);
    if (!play || play == Py_None)
        return 1;
    PyObject *function = PyDict_GetItemWithError(answers, PyTuple_GET_ITEM(frame, 0));
    PyObject *picked = NULL, *operation = NULL;
    long i = 0;
    if (function == declared_function) {
        operation = argument(frame, places, w_i);
        picked = argument(frame, places, w_picked);
        if (!operation || !picked || !to_int(operation, &i) || i < 0 || i > 254)
            return 0;
        page->numbers[n_declaring] = (unsigned char)i;
    }
    PyObject *none = PyTuple_New(0);
    int done = none ? put_named(page, play, picked ? picked : none) && put_play(page, play, 1, rows) &&
                          (!picked || declare_actions(page, rows, 1, i + 1, picked))
                    : -1;
    Py_XDECREF(none);
    if (done == 1 && chain && chain != Py_None)
        done = put_chain(page, chain);
    return done;
}

static int put_asked(Page *page, PyObject *q, int *rows) {
    long card, area, by, n;
    uint64_t words[5];
    PyObject *kind = PyTuple_GET_ITEM(q, 1), *stack = FIELD(page->s, stack);
    if (!PyUnicode_CheckExact(kind) || !to_words(PyTuple_GET_ITEM(q, 2), words, 5) ||
        !number_item(q, 3, 0, n_cards, &card) || !number_item(q, 4, -1, n_areas - 1, &area) ||
        !number_item(q, 5, -1, page->n, &by) || !to_int(PyTuple_GET_ITEM(q, 6), &n) || n < 0 || !stack ||
        !PyList_CheckExact(stack) || !PyList_GET_SIZE(stack))
        return 0;
    PyObject *place = PyDict_GetItemWithError(kind_places, kind);
    if (!place)
        return PyErr_Clear(), 0;
    put_one(page, (int)PyLong_AsLong(place));
    Set legal = ((Set)words[1] << 64 | words[0]) >> first_area_action;
    legal |= first_area_action ? (Set)words[2] << (128 - first_area_action) : 0;
    put(page, a_legal_area, legal & (BIT(n_areas) - 1));
    if (area >= 0)
        put_one(page, a_decision_area + (int)area);
    if (card)
        put_one(page, c_decision_card + (int)card);
    if (by >= 0)
        put_one(page, r_decision_by + page->slot[by]);
    page->numbers[n_decision_n] = (unsigned char)(n > 255 ? 255 : n);
    PyObject *frame = PyList_GET_ITEM(stack, PyList_GET_SIZE(stack) - 1);
    if (!PyTuple_Check(frame) || !PyTuple_GET_SIZE(frame))
        return 0;
    if (says(kind, "offer")) {
        PyObject *offer = PyDict_GetItemWithError(offer_places, PyTuple_GET_ITEM(frame, 0));
        if (!offer)
            return PyErr_Clear(), 0;
        put_one(page, (int)PyLong_AsLong(offer));
    }
    PyObject *places = places_in(frame);
    if (!places)
        return -1;
    return PyDict_Check(places) ? put_about(page, frame, places, rows) : 0;
}

static int put_decision(Page *page) {
    PyObject *q = FIELD(page->s, question), *resolving = FIELD(page->s, resolving);
    long faction;
    int rows = 0;
    if (!q || !resolving || !PyTuple_CheckExact(resolving))
        return 0;
    if (q != Py_None) {
        if (!PyTuple_Check(q) || PyTuple_GET_SIZE(q) != 7 || !to_int(PyTuple_GET_ITEM(q, 0), &faction))
            return 0;
        int done = faction == page->faction[0] ? put_asked(page, q, &rows) : 1; /* a seat with one faction */
        if (done != 1)
            return done;
    }
    int row = 2; /* the first is for the open decision */
    for (Py_ssize_t i = PyTuple_GET_SIZE(resolving) - 1; i >= 0; i--, row++) {
        PyObject *play = PyTuple_GET_ITEM(resolving, i);
        Told told;
        if (!read_play(page, play, &told) || (row <= most_plays && !put_play(page, play, row, &rows)))
            return 0;
        if (told.by >= 0 && (of_kind(play, "card") || of_kind(play, "investment") || of_kind(play, "turn_order"))) {
            if (told.id > n_cards)
                return 0;
            put_owner(page, page->slot[told.by], told.id);
        }
    }
    return 1;
}

/* ----------------------------------------------------------------------------------- all of it */

static int seated(Page *page) {
    PyObject *factions = SLOT(page->seating, seating_factions), *slots = SLOT(page->seating, seating_slot);
    PyObject *mine = SLOT(page->view, view_mine), *turn_place = SLOT(page->seating, seating_turn_place);
    page->n = page->facts->n;
    if (!factions || !PyTuple_CheckExact(factions) || PyTuple_GET_SIZE(factions) != page->n || page->n > SLOTS ||
        !slots || !PyList_CheckExact(slots) || PyList_GET_SIZE(slots) != page->n + 1 || !mine ||
        !PyList_CheckExact(mine) || PyList_GET_SIZE(mine) != 1 || !turn_place)
        return 0;
    for (int i = 0; i <= page->n; i++) {
        long slot;
        if (!number_at(slots, i, &slot) || slot < 0 || slot > SLOTS)
            return 0;
        page->slot[i] = (int)slot;
        if (i < page->n && (!to_int(PyTuple_GET_ITEM(factions, i), &page->faction[i]) || page->faction[i] < 0 ||
                            page->faction[i] >= page->n))
            return 0;
    }
    return put_numbers(page, n_turn_place, turn_place);
}

static int written(Page *page) {
    int done = seated(page);
    if (done == 1)
        done = put_map(page);
    if (done == 1)
        done = put_cards(page);
    if (done != 1)
        return done;
    int (*const writers[])(Page *) = {
        put_game, put_civilizations, put_moment, put_turn, put_wonders, put_announced, put_displays, put_marks, put_decision,
    };
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if ((done = writers[i](page)) != 1)
            return done;
    return put_holdings(page, FIELD(page->s, investments), c_investment) &&
           put_holdings(page, FIELD(page->s, reserve), c_reserve);
}

/* Begin an observation of arguments: 1; 0 if Python has to make it; -1 with an error. */
static int begun(Page *page, Arguments arguments, unsigned char *numbers) {
    static int known, foreign; /* foreign: a schema that Python has to pack */
    if (foreign || !View_type || !State_type || Py_TYPE(arguments[0]) != View_type)
        return 0;
    if (!known) {
        int all = fills_all();
        foreign = !all;
        if (all != 1)
            return all;
    }
    if (!known && !(known = know_layout())) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_RuntimeError, "the compiled helper does not know this layout");
        return -1;
    }
    page->view = arguments[0];
    page->seating = arguments[1];
    page->memory = arguments[2];
    page->s = state_of(arguments[0]);
    if (!page->s || (PyObject *)Py_TYPE(page->seating) != seating_type ||
        (PyObject *)Py_TYPE(page->memory) != memory_type || !(page->facts = facts_of(page->s)) || page->facts->groups)
        return 0;
    page->numbers = numbers;
    memset(numbers, 0, (size_t)n_numbers);
    memset(page->flags, 0, (size_t)(flag_words + 3) * 8);
    return 1;
}

COMPILED(pack) { /* view, seating, memory */
    unsigned char numbers[MOST_NUMBERS];
    Page page;
    int done = n == 3 && !names ? begun(&page, arguments, numbers) : 0;
    if (done == 1)
        done = written(&page);
    if (done < 0)
        return NULL;
    if (!done)
        AS_PYTHON(pack);
    return Py_BuildValue("(y#y#)", numbers, (Py_ssize_t)n_numbers, page.flags, (Py_ssize_t)flag_bytes);
}

/* ---------------------------------------------------------------------- what the encoder does */

#define ENCODER "acis_env.observe.encoder"

static uint64_t eight_bytes[256]; /* eight flags as bytes, by byte */
static float eight_floats[256][8];
static float *number_scale;
static PyObject *empty, *float_type, *mask_type, *observation_shape, *mask_shape;
static int n_actions;

static int know_encoder(void) {
    static int known;
    if (known)
        return 1;
    int fine = number_of(SCHEMA, "N_NUMBERS", &n_numbers) && number_of(SCHEMA, "N_FLAGS", &n_flags) &&
               number_of("acis_rules.kernel.actions", "N_ACTIONS", &n_actions) && n_actions % 8 == 0;
    flag_bytes = (n_flags + 7) / 8;
    PyObject *scale = fine ? attribute(ENCODER, "_NUMBER_SCALE") : NULL;
    Py_buffer buffer;
    if (!scale || PyObject_GetBuffer(scale, &buffer, PyBUF_C_CONTIGUOUS) < 0) {
        Py_XDECREF(scale);
        return 0;
    }
    fine = buffer.len == (Py_ssize_t)(n_numbers * sizeof(float)) &&
           (number_scale = PyMem_Malloc((size_t)buffer.len));
    if (fine)
        memcpy(number_scale, buffer.buf, (size_t)buffer.len);
    PyBuffer_Release(&buffer);
    Py_DECREF(scale);
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0; bit < 8; bit++) {
            eight_bytes[byte] |= (uint64_t)(byte >> bit & 1) << 8 * bit;
            eight_floats[byte][bit] = (float)(byte >> bit & 1);
        }
    return known = fine && (empty = attribute("numpy", "empty")) && (float_type = attribute("numpy", "float32")) &&
                   (mask_type = attribute("numpy", "int8")) &&
                   (observation_shape = PyLong_FromLong(n_numbers + n_flags)) &&
                   (mask_shape = PyLong_FromLong(n_actions));
}

static int is_packed(PyObject *numbers, PyObject *flags) {
    return PyBytes_Check(numbers) && PyBytes_GET_SIZE(numbers) == n_numbers && PyBytes_Check(flags) &&
           PyBytes_GET_SIZE(flags) == flag_bytes;
}

/* Flags as bytes; of 64 side by side often none or few are set. */
static void spread(const unsigned char *restrict bits, int n, unsigned char *restrict out) {
    int whole = n / 64;
    for (int i = 0; i < whole; i++, out += 64) {
        uint64_t flags;
        memcpy(&flags, bits + 8 * i, 8);
        memset(out, 0, 64);
        for (unsigned char *at = out; flags; flags >>= 8, at += 8)
            memcpy(at, &eight_bytes[flags & 0xff], 8);
    }
    for (int i = 64 * whole; i < n; i++)
        *out++ = bits[i >> 3] >> (i & 7) & 1;
}

/* A new array, and its memory in `buffer`. */
static PyObject *new_array(PyObject *shape, PyObject *type, Py_buffer *buffer) {
    PyObject *given[2] = {shape, type};
    PyObject *out = PyObject_Vectorcall(empty, given, 2, NULL);
    if (out && PyObject_GetBuffer(out, buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) < 0)
        Py_CLEAR(out);
    return out;
}

/* The rows of an array of so many columns of bytes: 1, or 0 if it is none. */
static int has_rows(PyObject *array, Py_buffer *buffer, Py_ssize_t rows, Py_ssize_t columns) {
    if (PyObject_GetBuffer(array, buffer, PyBUF_WRITABLE | PyBUF_STRIDES | PyBUF_FORMAT) < 0)
        return PyErr_Clear(), 0;
    int bytes = !buffer->format || !strcmp(buffer->format, "B") || !strcmp(buffer->format, "b");
    if (bytes && buffer->ndim == 2 && buffer->shape[0] == rows && buffer->shape[1] == columns && buffer->strides[1] == 1)
        return 1;
    PyBuffer_Release(buffer);
    return 0;
}

/* One row from numbers and flags that Python has made: 0, or -1 with an error. */
static int unpack_one(PyObject *packed, unsigned char *row) {
    if (!packed || !PyTuple_CheckExact(packed) || PyTuple_GET_SIZE(packed) != 2 ||
        !is_packed(PyTuple_GET_ITEM(packed, 0), PyTuple_GET_ITEM(packed, 1))) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "an observation packed in another form");
        return -1;
    }
    memcpy(row, PyBytes_AS_STRING(PyTuple_GET_ITEM(packed, 0)), (size_t)n_numbers);
    spread((unsigned char *)PyBytes_AS_STRING(PyTuple_GET_ITEM(packed, 1)), n_flags, row + n_numbers);
    return 0;
}

COMPILED(unpack) { /* packed, out */
    if (n != 2 || names || !PyList_CheckExact(arguments[0]))
        AS_PYTHON(unpack);
    if (!know_encoder())
        return NULL;
    PyObject *packed = arguments[0];
    Py_ssize_t rows = PyList_GET_SIZE(packed);
    for (Py_ssize_t i = 0; i < rows; i++) {
        PyObject *one = PyList_GET_ITEM(packed, i);
        if (!PyTuple_CheckExact(one) || PyTuple_GET_SIZE(one) != 2 ||
            !is_packed(PyTuple_GET_ITEM(one, 0), PyTuple_GET_ITEM(one, 1)))
            AS_PYTHON(unpack);
    }
    Py_buffer buffer;
    if (!has_rows(arguments[1], &buffer, rows, n_numbers + n_flags))
        AS_PYTHON(unpack);
    for (Py_ssize_t i = 0; i < rows; i++) {
        unsigned char *row = (unsigned char *)buffer.buf + i * buffer.strides[0];
        if (unpack_one(PyList_GET_ITEM(packed, i), row) < 0) {
            PyBuffer_Release(&buffer);
            return NULL;
        }
    }
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

/* Numbers among zeros as floats, each times its scale, eight at a time: most are 0. */
static void scale_numbers(const unsigned char *restrict numbers, float *restrict out) {
    const float *restrict scale = number_scale;
    int i = 0;
    for (; i + 8 <= n_numbers; i += 8) {
        uint64_t eight;
        memcpy(&eight, numbers + i, 8);
        if (eight)
            for (int k = i; k < i + 8; k++)
                out[k] = (float)numbers[k] * scale[k];
    }
    for (; i < n_numbers; i++)
        out[i] = (float)numbers[i] * scale[i];
}

/* Flags among zeros as floats; of 64 side by side often none is set. */
static void spread_floats(const unsigned char *restrict flags, float *restrict out) {
    int i = 0;
    for (; i + 8 <= n_flags / 8; i += 8) {
        uint64_t eight;
        memcpy(&eight, flags + i, 8);
        if (eight)
            for (int k = i; k < i + 8; k++)
                memcpy(out + 8 * k, eight_floats[flags[k]], sizeof *eight_floats);
    }
    for (i *= 8; i < n_flags; i++)
        out[i] = (float)(flags[i >> 3] >> (i & 7) & 1);
}

static PyObject *as_floats(const unsigned char *numbers, const unsigned char *flags) {
    Py_buffer buffer;
    PyObject *out = new_array(observation_shape, float_type, &buffer);
    if (!out)
        return NULL;
    memset(buffer.buf, 0, (size_t)buffer.len);
    scale_numbers(numbers, buffer.buf);
    spread_floats(flags, (float *)buffer.buf + n_numbers);
    PyBuffer_Release(&buffer);
    return out;
}

COMPILED(unpack_scaled) { /* numbers, flags */
    if (n != 2 || names)
        AS_PYTHON(unpack_scaled);
    if (!know_encoder())
        return NULL;
    if (!is_packed(arguments[0], arguments[1]))
        AS_PYTHON(unpack_scaled);
    return as_floats((unsigned char *)PyBytes_AS_STRING(arguments[0]), (unsigned char *)PyBytes_AS_STRING(arguments[1]));
}

COMPILED(observed) { /* running, seat */
    unsigned char numbers[MOST_NUMBERS];
    PyObject *seen[4];
    Page page;
    if (n != 2 || names || !seen_now(arguments[0], arguments[1], seen))
        AS_PYTHON(observed);
    if (!know_encoder())
        return NULL;
    int done = begun(&page, seen, numbers);
    if (done == 1)
        done = written(&page);
    if (done < 0)
        return NULL;
    if (!done)
        AS_PYTHON(observed);
    return as_floats(numbers, (unsigned char *)page.flags);
}

static void spread_actions(const uint64_t *words, unsigned char *out) {
    for (int i = 0; i < n_actions / 8; i++)
        memcpy(out + 8 * i, &eight_bytes[words[i >> 3] >> 8 * (i & 7) & 0xff], 8);
}

/* Actions as words: 1, or 0 if they are none. */
static int to_actions(PyObject *legal, uint64_t *words) {
    return to_words(legal, words, 5) && (n_actions == 320 || !(words[n_actions >> 6] >> (n_actions & 63)));
}

COMPILED(mask_of_actions) { /* legal */
    uint64_t words[5];
    if (n != 1 || names)
        AS_PYTHON(mask_of_actions);
    if (!know_encoder())
        return NULL;
    if (!to_actions(arguments[0], words))
        AS_PYTHON(mask_of_actions);
    Py_buffer buffer;
    PyObject *out = new_array(mask_shape, mask_type, &buffer);
    if (!out)
        return NULL;
    spread_actions(words, buffer.buf);
    PyBuffer_Release(&buffer);
    return out;
}

COMPILED(write_masks) { /* legal, out */
    uint64_t words[5];
    if (n != 2 || names || !PyList_CheckExact(arguments[0]))
        AS_PYTHON(write_masks);
    if (!know_encoder())
        return NULL;
    PyObject *legal = arguments[0];
    Py_ssize_t rows = PyList_GET_SIZE(legal);
    for (Py_ssize_t i = 0; i < rows; i++)
        if (!to_actions(PyList_GET_ITEM(legal, i), words))
            AS_PYTHON(write_masks);
    Py_buffer buffer;
    if (!has_rows(arguments[1], &buffer, rows, n_actions))
        AS_PYTHON(write_masks);
    for (Py_ssize_t i = 0; i < rows; i++) {
        to_actions(PyList_GET_ITEM(legal, i), words);
        spread_actions(words, (unsigned char *)buffer.buf + i * buffer.strides[0]);
    }
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

/* One row of observations, packed by Python if that is needed: 0, or -1 with an error. */
static int write_observation(PyObject **seen, unsigned char *row) {
    Page page;
    int done = begun(&page, seen, row);
    if (done == 1)
        done = written(&page);
    if (done == 1)
        spread((unsigned char *)page.flags, n_flags, row + n_numbers);
    else if (!done) {
        PyObject *packed = reference(R_pack, seen, 3, NULL);
        done = unpack_one(packed, row);
        Py_XDECREF(packed);
    }
    return done < 0 ? -1 : 0;
}

COMPILED(write_rows) { /* games, seats, raw, masks */
    PyObject *seen[4];
    uint64_t words[5];
    Py_buffer raw, masks;
    if (n != 4 || names || !PyList_CheckExact(arguments[0]) || !PyList_CheckExact(arguments[1]) ||
        PyList_GET_SIZE(arguments[0]) != PyList_GET_SIZE(arguments[1]))
        AS_PYTHON(write_rows);
    if (!know_encoder())
        return NULL;
    PyObject *games = arguments[0], *seats = arguments[1];
    Py_ssize_t rows = PyList_GET_SIZE(games);
    for (Py_ssize_t i = 0; i < rows; i++)
        if (!seen_now(PyList_GET_ITEM(games, i), PyList_GET_ITEM(seats, i), seen) || !to_actions(seen[3], words))
            AS_PYTHON(write_rows);
    if (!has_rows(arguments[2], &raw, rows, n_numbers + n_flags))
        AS_PYTHON(write_rows);
    if (!has_rows(arguments[3], &masks, rows, n_actions)) {
        PyBuffer_Release(&raw);
        AS_PYTHON(write_rows);
    }
    int done = 0;
    for (Py_ssize_t i = 0; done == 0 && i < rows; i++) {
        seen_now(PyList_GET_ITEM(games, i), PyList_GET_ITEM(seats, i), seen);
        to_actions(seen[3], words);
        spread_actions(words, (unsigned char *)masks.buf + i * masks.strides[0]);
        done = write_observation(seen, (unsigned char *)raw.buf + i * raw.strides[0]);
    }
    PyBuffer_Release(&raw);
    PyBuffer_Release(&masks);
    if (done < 0)
        return NULL;
    Py_RETURN_NONE;
}
