/* table/terms.py, for games without groups of two colours; those are left to Python. */
#include "helper.h"

#define CITY_LEVEL 2 /* three discs (DEF-16) */

/* What a function of terms starts with: the state and its facts, or Python does it. */
#define SEEN(name, least, most)                                                                                \
    PyObject *s;                                                                                               \
    Facts *facts;                                                                                              \
    if (names || n < (least) || n > (most) || !(s = state_of(arguments[0])) || !(facts = facts_of(s)))         \
    AS_PYTHON(name)
#define FACTION(name)                                                                                          \
    long faction;                                                                                              \
    if (!to_int(arguments[1], &faction))                                                                       \
    AS_PYTHON(name)
#define ROWS(name, level, rows)                                                                                \
    Set rows[MOST_FACTIONS];                                                                                   \
    if (rows_at(s, level, rows) != facts->n + 1)                                                               \
    AS_PYTHON(name)

/* ------------------------------------------------------------------------------------ occupation */

COMPILED(occupied) {
    PyObject *s, *row;
    long faction;
    if (names || n != 2 || !(s = state_of(arguments[0])) || !to_int(arguments[1], &faction) ||
        !(row = item(item(FIELD(s, at_least), 0), faction)))
        AS_PYTHON(occupied);
    return Py_NewRef(row);
}

static Set others(const Set *rows, int size, long faction) {
    Set out = 0;
    for (int f = 0; f < size; f++)
        if (f != faction)
            out |= rows[f];
    return out;
}

COMPILED(occupied_by_others) {
    SEEN(occupied_by_others, 2, 2);
    FACTION(occupied_by_others);
    ROWS(occupied_by_others, 0, one);
    return from_set(others(one, facts->n + 1, faction));
}

COMPILED(occupied_by_civilizations) {
    SEEN(occupied_by_civilizations, 1, 2);
    long but = -1;
    if (n == 2 && !to_int(arguments[1], &but))
        AS_PYTHON(occupied_by_civilizations);
    ROWS(occupied_by_civilizations, 0, one);
    return from_set(others(one, facts->n, but));
}

COMPILED(controlled) {
    SEEN(controlled, 2, 2);
    FACTION(controlled);
    ROWS(controlled, 0, one);
    if (facts->groups || faction < 0 || faction > facts->n)
        AS_PYTHON(controlled);
    return from_set(one[faction] & ~others(one, facts->n + 1, faction));
}

static Set shared_areas(const Set *one, int size) {
    Set once = 0, twice = 0;
    for (int f = 0; f < size; f++) {
        twice |= once & one[f];
        once |= one[f];
    }
    return twice;
}

/* Areas with white discs: 1, or 0 if unusual. */
static int areas_of_allies(PyObject *s, Set *out) {
    PyObject *allies = FIELD(s, allies), *key, *number;
    Py_ssize_t at = 0;
    *out = 0;
    if (!allies || !PyDict_CheckExact(allies))
        return 0;
    while (PyDict_Next(allies, &at, &key, &number)) {
        long area;
        if (!PyTuple_CheckExact(key) || PyTuple_GET_SIZE(key) != 2 ||
            !to_int(PyTuple_GET_ITEM(key, 0), &area) || area < 0 || area >= MOST_AREAS)
            return 0;
        *out |= BIT(area);
    }
    return 1;
}

/* Shared areas in which some faction has 2 or more discs, allies counted: 1, or 0 if unusual. */
static int contested_areas(PyObject *s, const Facts *facts, Set *out) {
    Set one[MOST_FACTIONS], two[MOST_FACTIONS], white;
    int size = facts->n + 1;
    if (facts->groups || rows_at(s, 0, one) != size || rows_at(s, 1, two) != size || !areas_of_allies(s, &white))
        return 0;
    *out = shared_areas(one, size) & (others(two, size, -1) | white);
    return 1;
}

COMPILED(shared) {
    SEEN(shared, 1, 1);
    ROWS(shared, 0, one);
    if (facts->groups)
        AS_PYTHON(shared);
    return from_set(shared_areas(one, facts->n + 1));
}

COMPILED(contested) {
    SEEN(contested, 1, 1);
    Set areas;
    if (!contested_areas(s, facts, &areas))
        AS_PYTHON(contested);
    return from_set(areas);
}

COMPILED(competitions) {
    SEEN(competitions, 1, 1);
    Set areas;
    if (!contested_areas(s, facts, &areas))
        AS_PYTHON(competitions);
    return from_set(areas & ~facts->open_sea);
}

COMPILED(cities) {
    SEEN(cities, 2, 2);
    FACTION(cities);
    Set three;
    if (faction == facts->n)
        return PyLong_FromLong(0);
    if (!row_of(s, CITY_LEVEL, faction, &three))
        AS_PYTHON(cities);
    return from_set(three & facts->land);
}

COMPILED(all_cities) {
    SEEN(all_cities, 1, 1);
    ROWS(all_cities, CITY_LEVEL, three);
    return from_set(others(three, facts->n, -1) & facts->land);
}

COMPILED(settlements) {
    SEEN(settlements, 2, 2);
    FACTION(settlements);
    Set two, three;
    if (!row_of(s, 1, faction, &two) || !row_of(s, 2, faction, &three))
        AS_PYTHON(settlements);
    return from_set(two & ~three);
}

COMPILED(camps) {
    SEEN(camps, 2, 2);
    FACTION(camps);
    Set one, two;
    if (!row_of(s, 0, faction, &one) || !row_of(s, 1, faction, &two))
        AS_PYTHON(camps);
    return from_set(one & ~two);
}

COMPILED(near) {
    SEEN(near, 2, 2);
    FACTION(near);
    Set here;
    if (!row_of(s, 0, faction, &here))
        AS_PYTHON(near);
    return from_set(here | around(facts, here));
}

COMPILED(last_discs) {
    SEEN(last_discs, 2, 2);
    FACTION(last_discs);
    if (faction < 0 || faction > facts->n || PyTuple_GET_SIZE(facts->on_held) || !FIELD(s, at_least) ||
        !PyList_CheckExact(FIELD(s, at_least)))
        AS_PYTHON(last_discs);
    return PyLong_FromLong(0);
}

/* ------------------------------------------------------------------------------------- strengths */

/* The strength of every faction in an area, allies counted: 1, or 0 if unusual. */
static int forces_in(PyObject *s, const Facts *facts, PyObject *where, long *out) {
    PyObject *allies = FIELD(s, allies), *rows = FIELD(s, discs), *key, *value;
    Py_ssize_t at = 0;
    long area, k, faction;
    if (facts->groups || !allies || !PyDict_CheckExact(allies) || !to_int(where, &area) || area < 0 ||
        area >= facts->n_areas || !rows || !PyList_CheckExact(rows) || PyList_GET_SIZE(rows) != facts->n + 1)
        return 0;
    for (int f = 0; f <= facts->n; f++) {
        const unsigned char *row = discs_of(s, f, facts);
        if (!row)
            return 0;
        out[f] = row[area];
    }
    while (PyDict_Next(allies, &at, &key, &value)) {
        if (!PyTuple_CheckExact(key) || PyTuple_GET_SIZE(key) != 2 || !to_int(PyTuple_GET_ITEM(key, 0), &k) ||
            !to_int(PyTuple_GET_ITEM(key, 1), &faction) || faction < 0 || faction > facts->n)
            return 0;
        if (k == area) {
            if (!to_int(value, &k))
                return 0;
            out[faction] += k;
        }
    }
    return 1;
}

COMPILED(strength) {
    SEEN(strength, 3, 3);
    FACTION(strength);
    long forces[MOST_FACTIONS];
    if (faction < 0 || faction > facts->n || !forces_in(s, facts, arguments[2], forces))
        AS_PYTHON(strength);
    return PyLong_FromLong(forces[faction]);
}

COMPILED(strengths) {
    SEEN(strengths, 2, 2);
    long forces[MOST_FACTIONS];
    if (!forces_in(s, facts, arguments[1], forces))
        AS_PYTHON(strengths);
    PyObject *out = PyList_New(facts->n + 1);
    for (int f = 0; out && f <= facts->n; f++) {
        PyObject *number = PyLong_FromLong(forces[f]);
        if (number)
            PyList_SET_ITEM(out, f, number);
        else
            Py_CLEAR(out);
    }
    return out;
}

COMPILED(is_contested) {
    SEEN(is_contested, 2, 2);
    long forces[MOST_FACTIONS], all = 0, most = 0;
    if (!forces_in(s, facts, arguments[1], forces))
        AS_PYTHON(is_contested);
    for (int f = 0; f <= facts->n; f++) {
        all += forces[f];
        most = forces[f] > most ? forces[f] : most;
    }
    return PyBool_FromLong(all > most && most > 1);
}

/* `first_to_fall` of phases/competition.py. */
COMPILED(first_to_fall) { /* s, area, size, waiting */
    SEEN(first_to_fall, 4, 4);
    long forces[MOST_FACTIONS], all = 0, most = 0, least = 0, size;
    Set waiting;
    if (!forces_in(s, facts, arguments[1], forces) || !to_int(arguments[2], &size) || size < 1 ||
        !to_set(arguments[3], &waiting) || waiting >> (facts->n + 1))
        AS_PYTHON(first_to_fall);
    for (int f = 0; f <= facts->n; f++) {
        all += forces[f];
        most = forces[f] > most ? forces[f] : most;
        if (HAS(waiting, f) && forces[f] >= size && (!least || forces[f] < least))
            least = forces[f];
    }
    PyObject *out = PyList_New(0);
    int fall = out && least && all > most && most > 1;
    for (int f = 0; out && fall && f <= facts->n; f++)
        if (HAS(waiting, f) && forces[f] == least) {
            PyObject *number = PyLong_FromLong(f);
            if (!number || PyList_Append(out, number) < 0)
                Py_CLEAR(out);
            Py_XDECREF(number);
        }
    return out ? Py_BuildValue("(lN)", fall ? least : size, out) : NULL;
}

/* --------------------------------------------------------------------------------------- placing */

static PyObject *stacking; /* by phase */
#define NO_LIMIT 99        /* more than any stack: at such a limit nothing is full (STK-04) */

/* Areas at the stacking limit of the phase: 1, or 0 if unusual. */
static int full_areas(PyObject *s, const Facts *facts, long faction, Set *out) {
    PyObject *phase = FIELD(s, phase), *table = from_module("acis_rules.table.terms", "STACKING", &stacking);
    if (!table || !PyDict_Check(table) || !phase || !PyUnicode_CheckExact(phase) || facts->groups)
        return PyErr_Clear(), 0;
    PyObject *limits = PyDict_GetItemWithError(table, phase);
    long land, coastal;
    Set one, at_sea, on_land;
    if (!limits || !PyTuple_CheckExact(limits) || PyTuple_GET_SIZE(limits) != 3 ||
        !to_int(PyTuple_GET_ITEM(limits, 0), &land) || !to_int(PyTuple_GET_ITEM(limits, 1), &coastal) ||
        !row_of(s, 0, faction, &one))
        return PyErr_Clear(), 0;
    *out = one & facts->open_sea;
    if (land == NO_LIMIT)
        return 1;
    if (!row_of(s, (int)coastal - 1, faction, &at_sea) || !row_of(s, (int)land - 1, faction, &on_land))
        return 0;
    *out |= (at_sea & facts->coastal) | (on_land & facts->land);
    return 1;
}

COMPILED(full) {
    SEEN(full, 2, 2);
    FACTION(full);
    Set areas;
    if (!full_areas(s, facts, faction, &areas))
        AS_PYTHON(full);
    return from_set(areas);
}

#define OPEN_SEA_EPOCH 4 /* DEF-38 */

PyObject *display_of(PyObject *s, const Facts *facts, long faction) {
    long display;
    if (PyTuple_GET_SIZE(facts->on_display) || faction < 0 || faction >= PyTuple_GET_SIZE(facts->displays) ||
        !number_at(FIELD(s, civilization), faction, &display))
        return NULL;
    PyObject *own = PyTuple_GET_ITEM(facts->displays, faction);
    if (!PyTuple_Check(own))
        return NULL;
    if (display < 0)
        display += PyTuple_GET_SIZE(own);
    return display >= 0 && display < PyTuple_GET_SIZE(own) ? PyTuple_GET_ITEM(own, display) : NULL;
}

PyObject *ability_of(PyObject *s, const Facts *facts, long faction, long number) {
    return tuple_item(held_by(display_of(s, facts, faction), w_abilities), number);
}

/* Whether a civilization may have discs in open seas: 1 or 0; -1 if unusual. */
static int sails(PyObject *s, const Facts *facts, long faction) {
    long epoch;
    if (!FIELD(s, epoch) || !to_int(FIELD(s, epoch), &epoch))
        return -1;
    if (epoch >= OPEN_SEA_EPOCH)
        return 1;
    PyObject *display = display_of(s, facts, faction);
    if (!display)
        return -1;
    PyObject *open = PyObject_GetAttr(display, w_open_sea);
    int out = open == Py_True ? 1 : open == Py_False ? 0 : -1;
    Py_XDECREF(open);
    PyErr_Clear();
    return out;
}

static int room_of(PyObject *s, const Facts *facts, long faction, int any_epoch, Set *out) {
    Set closed, forbidden;
    int may = any_epoch ? 1 : sails(s, facts, faction);
    if (may < 0 || PyTuple_GET_SIZE(facts->on_barred) || !full_areas(s, facts, faction, &closed) ||
        !FIELD(s, forbidden) || !to_set(FIELD(s, forbidden), &forbidden))
        return 0;
    *out = facts->in_play & ~(closed | forbidden | (may ? 0 : facts->open_sea));
    return 1;
}

COMPILED(room) { /* s, faction, any_epoch, declared, which matters to those who bar areas */
    SEEN(room, 2, 4);
    FACTION(room);
    int any_epoch = n > 2 && arguments[2] == Py_True;
    Set areas;
    if ((n > 2 && !PyBool_Check(arguments[2])) || !room_of(s, facts, faction, any_epoch, &areas))
        AS_PYTHON(room);
    return from_set(areas);
}

/* Areas to place in, and to place next to, by Control and presence: 1, or 0 if unusual. */
static int bases_in(PyObject *s, const Facts *facts, long faction, Set *inside, Set *base) {
    Set one[MOST_FACTIONS], fights;
    if (PyTuple_GET_SIZE(facts->on_bases) || facts->groups || faction < 0 || faction > facts->n ||
        rows_at(s, 0, one) != facts->n + 1)
        return 0;
    Set here = one[faction], controls = here & ~others(one, facts->n + 1, faction);
    *inside = *base = here;
    if (controls == here)
        return 1;
    if (!contested_areas(s, facts, &fights))
        return 0;
    fights &= here;
    *inside = controls | fights;
    *base = controls;
    const unsigned char *rows[MOST_FACTIONS];
    for (int f = 0; fights && f <= facts->n; f++)
        if (!(rows[f] = discs_of(s, f, facts)))
            return 0;
    while (fights) {
        int area = take(&fights), beaten = 0;
        if (area >= facts->n_areas)
            return 0;
        for (int f = 0; f <= facts->n; f++)
            beaten |= rows[f][area] > rows[faction][area];
        if (!beaten)
            *base |= BIT(area);
    }
    return 1;
}

COMPILED(bases) {
    SEEN(bases, 2, 2);
    FACTION(bases);
    Set inside, base;
    if (!bases_in(s, facts, faction, &inside, &base))
        AS_PYTHON(bases);
    PyObject *first = from_set(inside), *second = from_set(base), *out = NULL;
    if (first && second)
        out = PyTuple_Pack(2, first, second);
    Py_XDECREF(first);
    Py_XDECREF(second);
    return out;
}

COMPILED(placements) {
    SEEN(placements, 2, 2);
    FACTION(placements);
    Set inside, base;
    if (!bases_in(s, facts, faction, &inside, &base))
        AS_PYTHON(placements);
    return from_set(inside | around(facts, base));
}

/* ---------------------------------------------------------------------------- scoring and Wonders */

COMPILED(dominated) {
    SEEN(dominated, 2, 3);
    FACTION(dominated);
    ROWS(dominated, 0, one);
    int by_occupation = n > 2 && arguments[2] == Py_True;
    if (facts->groups || facts->joint_seas || faction < 0 || faction > facts->n ||
        (n > 2 && !PyBool_Check(arguments[2])))
        AS_PYTHON(dominated);
    Set here = one[faction], controls = here & ~others(one, facts->n + 1, faction);
    Set seas = (by_occupation ? here : controls) & facts->coastal, out = 0;
    while (seas) {
        int area = take(&seas);
        Set coast = facts->neighbours[area] & facts->land;
        if (coast && !(coast & ~controls))
            out |= BIT(area);
    }
    return from_set(out);
}

/* Owner and area of a Wonder (owner, area, discs, buried): 1, or 0 if unusual. */
static int wonder_at(PyObject *wonders, Py_ssize_t i, long *owner, long *area) {
    PyObject *wonder = PyList_GET_ITEM(wonders, i);
    return PyTuple_Check(wonder) && PyTuple_GET_SIZE(wonder) == 4 && to_int(PyTuple_GET_ITEM(wonder, 0), owner) &&
           to_int(PyTuple_GET_ITEM(wonder, 1), area) && (*owner < 0 || (*area >= 0 && *area < MOST_AREAS));
}

COMPILED(wonder_sites) {
    SEEN(wonder_sites, 2, 2);
    FACTION(wonder_sites);
    ROWS(wonder_sites, 0, one);
    PyObject *wonders = FIELD(s, wonders);
    if (facts->groups || faction < 0 || faction > facts->n || !wonders || !PyList_CheckExact(wonders))
        AS_PYTHON(wonder_sites);
    Set sites = one[faction] & ~others(one, facts->n + 1, faction) & facts->land;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(wonders); i++) {
        long owner, area;
        if (!wonder_at(wonders, i, &owner, &area))
            AS_PYTHON(wonder_sites);
        if (owner >= 0)
            sites &= ~BIT(area);
    }
    return from_set(sites);
}

/* `affordable` of table/wonders.py. */
COMPILED(affordable) { /* s, faction, resources, discs, without */
    SEEN(affordable, 4, 5);
    FACTION(affordable);
    ROWS(affordable, 0, one);
    long resources, discs, without = 0, treasury, supply;
    Set hand, owes;
    PyObject *wonders = FIELD(s, wonders), *own;
    const unsigned char *row;
    if (!is_state(arguments[0]) || facts->groups || PyTuple_GET_SIZE(facts->on_held) || faction < 0 ||
        faction >= facts->n || !FIELD(s, owes_marker) || !to_set(FIELD(s, owes_marker), &owes) ||
        HAS(owes, faction) || !to_int(arguments[2], &resources) || !to_int(arguments[3], &discs) ||
        (n > 4 && !to_int(arguments[4], &without)) || without < 0 || without >= MOST_AREAS ||
        !(row = discs_of(s, faction, facts)) || !(own = item(FIELD(s, hand), faction)) || !to_set(own, &hand) ||
        !number_at(FIELD(s, treasury), faction, &treasury) || !number_at(FIELD(s, supply), faction, &supply) ||
        !wonders || !PyList_CheckExact(wonders) || PyList_GET_SIZE(wonders) > MOST_WONDERS)
        AS_PYTHON(affordable);
    Set sites = one[faction] & ~others(one, facts->n + 1, faction) & facts->land, available = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(wonders); i++) {
        long owner, area;
        if (!wonder_at(wonders, i, &owner, &area))
            AS_PYTHON(affordable);
        if (owner >= 0)
            sites &= ~BIT(area);
        else
            available |= BIT(i);
    }
    long payable = 0;
    for (Set here = one[faction]; here;)
        payable += row[take(&here)];
    if (payable)
        payable--; /* one disc stays at the site */
    if (!sites || !facts->builds[faction] || payable + count(hand & ~BIT(without)) + treasury < resources)
        return PyLong_FromLong(0);
    long most = payable < resources ? payable : resources;
    Set out = 0;
    while (available) {
        int i = take(&available);
        long needed = facts->wonder_discs[i] - supply;
        if ((needed > discs ? needed : discs) <= most)
            out |= BIT(i);
    }
    return from_set(out);
}

/* ------------------------------------------------------------------------- what lies on the table */

#define CARD_USED 10 /* as in cards/uses.py */
enum { CARD_ACTION = 106, WONDER_ACTION = 210 }; /* as in kernel/actions.py */

static int is_zero(PyObject *number) {
    long n;
    return to_int(number, &n) && n == 0;
}

/* Whether a Wonder would do something now: 1 or 0, -1 with an error. */
static int feasible(PyObject *seen, PyObject *faction, PyObject *number, PyObject *here) {
    static PyObject *play_type, *modes;
    PyTypeObject *type = (PyTypeObject *)from_module("acis_rules.effects.base", "Play", &play_type);
    if (!type || !from_module("acis_rules.cards.plays", "feasible_modes", &modes))
        return -1;
    PyObject *none = PyTuple_New(0), *first = PyLong_FromLong(0), *nobody = PyLong_FromLong(-1);
    PyObject *play = none && first && nobody ? type->tp_alloc(type, 9) : NULL, *found = NULL;
    if (play) {
        PyObject *fields[9] = {faction, w_wonder, number, first, here, none, nobody, none, Py_False};
        for (int i = 0; i < 9; i++)
            PyTuple_SET_ITEM(play, i, Py_NewRef(fields[i]));
        PyObject *given[2] = {seen, play};
        found = PyObject_Vectorcall(modes, given, 2, NULL);
    }
    int out = found ? PyObject_IsTrue(found) : -1;
    Py_XDECREF(none);
    Py_XDECREF(first);
    Py_XDECREF(nobody);
    Py_XDECREF(play);
    Py_XDECREF(found);
    return out;
}

/* Whether an Investment is for this moment, and the discs of its owner let it be used: 1 or 0; -1 if unusual. */
static int works_now(const Facts *facts, long card, PyObject *moment, PyObject *kind, Set here) {
    PyObject *investment = held_by(held_by(tuple_item(facts->cards, card), w_source), w_investment);
    PyObject *when = held_by(investment, w_when), *fight = held_by(investment, w_competition);
    PyObject *coastal = held_by(investment, w_needs_coastal_sea);
    if (!when || !PyUnicode_Check(when) || !PyUnicode_Check(moment) || !fight || !PyUnicode_Check(fight) || !coastal ||
        !PyBool_Check(coastal) || (kind && !PyUnicode_Check(kind)))
        return -1;
    return PyUnicode_Compare(when, moment) == 0 &&
           (PyUnicode_CompareWithASCIIString(fight, "any") == 0 || (kind && PyUnicode_Compare(fight, kind) == 0)) &&
           (coastal == Py_False || (here & facts->coastal));
}

/* `usable` of cards/uses.py. */
COMPILED(usable) { /* s, faction, moment, kind */
    SEEN(usable, 3, 4);
    FACTION(usable);
    uint64_t used[WIDE], out[WIDE] = {0};
    Set omens, occupied;
    long competition;
    PyObject *wonders = FIELD(s, wonders), *investments = FIELD(s, investments), *key, *value;
    if (!wonders || !PyList_CheckExact(wonders) || !investments || !PyDict_CheckExact(investments) ||
        !FIELD(s, used) || !to_words(FIELD(s, used), used, WIDE) || !FIELD(s, omens) ||
        !to_set(FIELD(s, omens), &omens) || !row_of(s, 0, faction, &occupied) || !FIELD(s, competition_area) ||
        !to_int(FIELD(s, competition_area), &competition))
        AS_PYTHON(usable);
    PyObject *all = held_by(facts->deck, w_wonders_at);
    PyObject *numbers = all && PyDict_Check(all) ? PyDict_GetItemWithError(all, arguments[2]) : NULL;
    if (!numbers || !PyTuple_CheckExact(numbers)) {
        PyErr_Clear();
        AS_PYTHON(usable);
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(numbers); i++) {
        long number, owner, area;
        if (!to_int(PyTuple_GET_ITEM(numbers, i), &number) || number < 0 || number >= PyList_GET_SIZE(wonders) ||
            number >= CARD_USED || !wonder_at(wonders, number, &owner, &area))
            AS_PYTHON(usable);
        PyObject *wonder = PyList_GET_ITEM(wonders, number);
        int spent = is_zero(PyTuple_GET_ITEM(wonder, 2)) || PyTuple_GET_ITEM(wonder, 3) == Py_True;
        if (owner != faction || spent || HAS(omens | used[0], number) || !HAS(occupied, area))
            continue;
        PyObject *here = competition < 0 ? PyTuple_New(0) : PyTuple_Pack(1, FIELD(s, competition_area));
        int does = here ? feasible(arguments[0], arguments[1], PyTuple_GET_ITEM(numbers, i), here) : -1;
        Py_XDECREF(here);
        if (does < 0)
            return NULL;
        long action = WONDER_ACTION + number;
        out[action >> 6] |= (uint64_t)does << (action & 63);
    }
    Py_ssize_t at = 0;
    while (PyDict_Next(investments, &at, &key, &value)) {
        long card, owner;
        if (!to_int(key, &card) || card < 0 || card > 128 || !PyTuple_Check(value) || PyTuple_GET_SIZE(value) != 2 ||
            !to_int(PyTuple_GET_ITEM(value, 0), &owner))
            AS_PYTHON(usable);
        long bit = CARD_USED + card, action = CARD_ACTION + card;
        if (owner != faction || is_zero(PyTuple_GET_ITEM(value, 1)) || used[bit >> 6] >> (bit & 63) & 1)
            continue;
        int works = works_now(facts, card, arguments[2], n == 4 ? arguments[3] : NULL, occupied);
        if (works < 0)
            AS_PYTHON(usable);
        out[action >> 6] |= (uint64_t)works << (action & 63);
    }
    return from_words(out, WIDE);
}

/* `abilities` of cards/uses.py; those that need Cities somewhere are left to Python. */
COMPILED(abilities) { /* s, faction, moment */
    SEEN(abilities, 3, 3);
    FACTION(abilities);
    PyObject *display = display_of(s, facts, faction), *all = held_by(display, w_abilities_at);
    PyObject *numbers = all && PyDict_Check(all) ? PyDict_GetItemWithError(all, arguments[2]) : NULL;
    if (!all || !PyDict_Check(all) || PyErr_Occurred() || !FIELD(s, epoch) || (numbers && !PyTuple_CheckExact(numbers))) {
        PyErr_Clear();
        AS_PYTHON(abilities);
    }
    PyObject *out = PyList_New(0);
    for (Py_ssize_t i = 0; out && numbers && i < PyTuple_GET_SIZE(numbers); i++) {
        long number;
        PyObject *ability = to_int(PyTuple_GET_ITEM(numbers, i), &number) ? ability_of(s, facts, faction, number) : NULL;
        PyObject *epochs = held_by(ability, w_epochs);
        if (!epochs || held_by(ability, w_needs) != Py_None || held_by(ability, w_without) != Py_None) {
            Py_DECREF(out);
            AS_PYTHON(abilities);
        }
        int now = PySequence_Contains(epochs, FIELD(s, epoch));
        if (now < 0 || (now && PyList_Append(out, PyTuple_GET_ITEM(numbers, i)) < 0))
            Py_CLEAR(out);
    }
    return out;
}

COMPILED(knobs) {
    SEEN(knobs, 2, 2);
    FACTION(knobs);
    Set reborn;
    if (faction < 0 || faction >= PyTuple_GET_SIZE(facts->knobs) || !FIELD(s, reborn) ||
        !to_set(FIELD(s, reborn), &reborn) || HAS(reborn, faction))
        AS_PYTHON(knobs);
    return Py_NewRef(PyTuple_GET_ITEM(facts->knobs, faction));
}

/* `walled_homes` of table/losses.py. */
COMPILED(walled_homes) { /* s */
    SEEN(walled_homes, 1, 1);
    PyObject *homes = FIELD(s, home);
    Set out = 0, home;
    if (!homes || !PyList_CheckExact(homes) || PyList_GET_SIZE(homes) != facts->n)
        AS_PYTHON(walled_homes);
    for (int f = 0; f < facts->n; f++) {
        PyObject *display = display_of(s, facts, f);
        PyObject *walls = display ? PyObject_GetAttr(display, w_walls) : NULL;
        int stand = walls ? PyObject_IsTrue(walls) : -1;
        Py_XDECREF(walls);
        PyErr_Clear();
        if (stand < 0 || !to_set(PyList_GET_ITEM(homes, f), &home))
            AS_PYTHON(walled_homes);
        if (stand)
            out |= home;
    }
    return from_set(out);
}
