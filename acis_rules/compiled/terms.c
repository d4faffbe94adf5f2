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

COMPILED(strength) {
    SEEN(strength, 3, 3);
    FACTION(strength);
    long area;
    const unsigned char *row;
    PyObject *allies = FIELD(s, allies);
    if (facts->groups || !allies || !PyDict_CheckExact(allies) || PyDict_GET_SIZE(allies) ||
        !to_int(arguments[2], &area) || area < 0 || area >= facts->n_areas || !(row = discs_of(s, faction, facts)))
        AS_PYTHON(strength);
    return PyLong_FromLong(row[area]);
}

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

/* Whether a civilization may have discs in open seas: 1 or 0; -1 if unusual. */
static int sails(PyObject *s, const Facts *facts, long faction) {
    static PyObject *name;
    long epoch, display;
    if (!FIELD(s, epoch) || !to_int(FIELD(s, epoch), &epoch))
        return -1;
    if (epoch >= OPEN_SEA_EPOCH)
        return 1;
    if (PyTuple_GET_SIZE(facts->on_display) || faction < 0 || faction >= PyTuple_GET_SIZE(facts->displays) ||
        !number_at(FIELD(s, civilization), faction, &display))
        return -1;
    PyObject *own = PyTuple_GET_ITEM(facts->displays, faction);
    if (!PyTuple_Check(own))
        return -1;
    if (display < 0)
        display += PyTuple_GET_SIZE(own);
    if (display < 0 || display >= PyTuple_GET_SIZE(own) || (!name && !(name = PyUnicode_InternFromString("open_sea"))))
        return -1;
    PyObject *open = PyObject_GetAttr(PyTuple_GET_ITEM(own, display), name);
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

COMPILED(wonder_sites) {
    SEEN(wonder_sites, 2, 2);
    FACTION(wonder_sites);
    ROWS(wonder_sites, 0, one);
    PyObject *wonders = FIELD(s, wonders);
    if (facts->groups || faction < 0 || faction > facts->n || !wonders || !PyList_CheckExact(wonders))
        AS_PYTHON(wonder_sites);
    Set sites = one[faction] & ~others(one, facts->n + 1, faction) & facts->land;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(wonders); i++) {
        PyObject *wonder = PyList_GET_ITEM(wonders, i);
        long owner, area;
        if (!PyTuple_Check(wonder) || PyTuple_GET_SIZE(wonder) != 4 ||
            !to_int(PyTuple_GET_ITEM(wonder, 0), &owner) || !to_int(PyTuple_GET_ITEM(wonder, 1), &area) ||
            (owner >= 0 && (area < 0 || area >= MOST_AREAS)))
            AS_PYTHON(wonder_sites);
        if (owner >= 0)
            sites &= ~BIT(area);
    }
    return from_set(sites);
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
