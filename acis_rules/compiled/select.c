/* `select` of effects/base.py: the areas that fit the words of a card. */
#include "helper.h"

#define WHERE_FIELDS(X)                                                                                        \
    X(kind) X(near) X(occupied) X(controlled) X(within) X(adjacent_to) X(city) X(settlement_of_named) X(edge)  \
    X(empty) X(not_active_home) X(home_allowed) X(contested) X(own_discs) X(nile) X(around) X(beyond_home) X(room)

enum {
#define X(name) W_##name,
    WHERE_FIELDS(X)
#undef X
    N_WHERE_FIELDS
};

static PyObject *where_type;
static Py_ssize_t where_offset[N_WHERE_FIELDS];
#define WORD(name) SLOT(where, where_offset[W_##name])

static const char *const where_names[] = {
#define X(name) #name,
    WHERE_FIELDS(X)
#undef X
};

static int is_where(PyObject *where) {
    if (!where_type) {
        PyObject *type = from_module("acis_rules.effects.base", "Where", &where_type);
        for (int i = 0; type && i < N_WHERE_FIELDS; i++)
            if ((where_offset[i] = slot_offset(type, where_names[i])) < 0)
                break;
        if (PyErr_Occurred()) {
            PyErr_Clear();
            Py_CLEAR(where_type);
            return 0;
        }
    }
    return (PyObject *)Py_TYPE(where) == where_type;
}

static int says(PyObject *word, const char *text) {
    return word && PyUnicode_Check(word) && PyUnicode_CompareWithASCIIString(word, text) == 0;
}

/* All that the words are about. The functions below return 1, or 0 if Python has to read the words. */
typedef struct {
    PyObject *s, *play;
    Facts *facts;
    long by;
    Set one[MOST_FACTIONS];
} Reader;

static Set occupied_but(const Reader *r, int size, long faction) {
    Set out = 0;
    for (int f = 0; f < size; f++)
        if (f != faction)
            out |= r->one[f];
    return out;
}

static Set control(const Reader *r) {
    return r->one[r->by] & ~occupied_but(r, r->facts->n + 1, r->by);
}

/* The civilization named first. */
static int named_faction(const Reader *r, long *out) {
    PyObject *factions = PyTuple_GET_ITEM(r->play, 5);
    return PyTuple_CheckExact(factions) && PyTuple_GET_SIZE(factions) &&
           to_int(PyTuple_GET_ITEM(factions, 0), out) && *out >= 0 && *out <= r->facts->n;
}

static int named_areas(const Reader *r, Set *out) {
    PyObject *areas = PyTuple_GET_ITEM(r->play, 4);
    *out = 0;
    if (!PyTuple_CheckExact(areas))
        return 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(areas); i++) {
        long area;
        if (!to_int(PyTuple_GET_ITEM(areas, i), &area) || area < 0 || area >= r->facts->n_areas)
            return 0;
        *out |= BIT(area);
    }
    return 1;
}

/* The home of who plays; an ability may call another area so. */
static int home(const Reader *r, Set *out) {
    PyObject *areas = item(FIELD(r->s, home), r->by);
    long number;
    if (says(PyTuple_GET_ITEM(r->play, 1), "ability")) {
        if (!to_int(PyTuple_GET_ITEM(r->play, 2), &number))
            return 0;
        PyObject *other = held_by(ability_of(r->s, r->facts, r->by, number), w_home);
        if (!other || !PyUnicode_Check(other))
            return 0;
        if (PyUnicode_GET_LENGTH(other)) {
            PyObject *numbers = held_by(r->facts->board, w_number);
            PyObject *area = numbers && PyDict_Check(numbers) ? PyDict_GetItemWithError(numbers, other) : NULL;
            PyErr_Clear();
            if (!area || !to_int(area, &number) || number < 0 || number >= r->facts->n_areas)
                return 0;
            *out = BIT(number);
            return !(*out & ~r->facts->in_play);
        }
    }
    return areas && to_set(areas, out) && !(*out & ~r->facts->in_play);
}

/* The areas on one edge of the map, or on any. */
static int on_edge(const Reader *r, PyObject *side, Set *out) {
    PyObject *edges = held_by(r->facts->board, w_edge), *key, *areas;
    Py_ssize_t at = 0;
    int fine = edges && PyDict_Check(edges), any = says(side, "any"), found = 0;
    Set some;
    *out = 0;
    while (fine && PyDict_Next(edges, &at, &key, &areas))
        if (any || PyObject_RichCompareBool(key, side, Py_EQ) == 1) {
            fine = to_set(areas, &some);
            *out |= fine ? some : 0;
            found = 1;
        }
    return fine && found;
}

/* The homes of those with a turn, but for one civilization. */
static int active_homes(const Reader *r, PyObject *excepted, Set *out) {
    PyObject *order = FIELD(r->s, order);
    if (!order || !PyList_CheckExact(order) || !excepted || !PyUnicode_Check(excepted))
        return 0;
    *out = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(order); i++) {
        long faction;
        Set areas;
        PyObject *display = number_at(order, i, &faction) ? display_of(r->s, r->facts, faction) : NULL;
        PyObject *id = held_by(display, w_id), *homes = display ? item(FIELD(r->s, home), faction) : NULL;
        if (!id || !PyUnicode_Check(id) || !homes || !to_set(homes, &areas))
            return 0;
        if (PyUnicode_Compare(id, excepted) != 0)
            *out |= areas;
    }
    return 1;
}

static int occupation(const Reader *r, PyObject *who, Set *out) {
    long faction;
    if (says(who, "you"))
        *out = r->one[r->by];
    else if (says(who, "anybody"))
        *out = occupied_but(r, r->facts->n + 1, -1);
    else if (says(who, "other civilization"))
        *out = occupied_but(r, r->facts->n, r->by);
    else if (says(who, "named") && named_faction(r, &faction))
        *out = r->one[faction];
    else
        return 0;
    return 1;
}

static int within(const Reader *r, PyObject *what, Set *out) {
    const Facts *facts = r->facts;
    if (says(what, "own seas or adjacent")) {
        Set seas = r->one[r->by] & facts->sea;
        *out = seas | around(facts, seas);
        return 1;
    }
    if (says(what, "named") || says(what, "named or adjacent")) {
        if (!named_areas(r, out))
            return 0;
        if (!says(what, "named"))
            *out |= around(facts, *out);
        return 1;
    }
    if (!home(r, out))
        return 0;
    if (says(what, "home or adjacent"))
        *out |= around(facts, *out);
    else if (!says(what, "home"))
        return 0;
    return 1;
}

static int adjacent(const Reader *r, PyObject *to, Set *out) {
    const Facts *facts = r->facts;
    Set areas;
    if (says(to, "occupied"))
        *out = around(facts, r->one[r->by]);
    else if (says(to, "controlled land"))
        *out = around(facts, control(r) & facts->land);
    else if (says(to, "controlled"))
        *out = around(facts, control(r));
    else if (says(to, "open sea"))
        *out = around(facts, facts->open_sea);
    else if (says(to, "named") && named_areas(r, &areas))
        *out = around(facts, areas) & ~areas;
    else if (says(to, "home") && home(r, &areas))
        *out = around(facts, areas);
    else
        return 0;
    return 1;
}

static int with_city(const Reader *r, PyObject *whose, Set *out) {
    Set three[MOST_FACTIONS];
    long named;
    if (rows_at(r->s, 2, three) != r->facts->n + 1)
        return 0;
    Set land = r->facts->land, all = 0, opposing = 0;
    for (int f = 0; f < r->facts->n; f++) {
        all |= three[f] & land;
        if (f != r->by)
            opposing |= three[f] & land;
    }
    if (says(whose, "any"))
        *out = all;
    else if (says(whose, "none"))
        *out = ~all;
    else if (says(whose, "opposing") && r->by >= 0 && r->by < r->facts->n)
        *out = opposing;
    else if (says(whose, "named") && named_faction(r, &named))
        *out = named == r->facts->n ? 0 : three[named] & land;
    else
        return 0;
    return 1;
}

/* Another function of the helper as a set: 1, or 0 if it is none. */
static int asked(PyObject *(*function)(PyObject *, Arguments, Py_ssize_t, PyObject *), Arguments given,
                 Py_ssize_t n, Set *out) {
    PyObject *found = function(NULL, given, n, NULL);
    int fine = found && to_set(found, out);
    Py_XDECREF(found);
    PyErr_Clear();
    return fine;
}

COMPILED(select) { /* s, play, where, placed */
    Reader r;
    Set placed = 0, some = 0;
    if (n < 3 || n > 4 || names || !(r.s = state_of(arguments[0])) || !(r.facts = facts_of(r.s)) ||
        r.facts->groups || !is_where(arguments[2]) || (n == 4 && !to_set(arguments[3], &placed)))
        AS_PYTHON(select);
    const Facts *facts = r.facts;
    PyObject *where = arguments[2], *play = r.play = arguments[1];
    if (!PyTuple_Check(play) || PyTuple_GET_SIZE(play) != 9 || !to_int(PyTuple_GET_ITEM(play, 0), &r.by) ||
        r.by < 0 || r.by >= facts->n || rows_at(r.s, 0, r.one) != facts->n + 1 || (placed & ~facts->in_play) ||
        !says(WORD(around), ""))
        AS_PYTHON(select);
    PyObject *whose[2] = {r.s, PyTuple_GET_ITEM(play, 0)};
    Set out = facts->in_play;
    long number;
    int fine = 1;
    PyObject *kind = WORD(kind);
    if (says(kind, "land"))
        out &= facts->land;
    else if (says(kind, "sea"))
        out &= facts->sea;
    else if (says(kind, "coastal"))
        out &= facts->coastal;
    else if (says(kind, "open"))
        out &= facts->open_sea;
    else
        fine = says(kind, "any");
    if (WORD(near) != Py_False) {
        Set here = r.one[r.by] | placed;
        out &= here | around(facts, here);
    }
    if (fine && !says(WORD(occupied), "no matter")) {
        fine = occupation(&r, WORD(occupied), &some);
        out &= some;
    }
    if (WORD(controlled) != Py_False)
        out &= control(&r);
    if (fine && !says(WORD(within), "everywhere")) {
        fine = within(&r, WORD(within), &some);
        out &= some;
    }
    if (fine && !says(WORD(adjacent_to), "anything")) {
        fine = adjacent(&r, WORD(adjacent_to), &some);
        out &= some;
    }
    if (fine && !says(WORD(city), "no matter")) {
        fine = with_city(&r, WORD(city), &some);
        out &= some;
    }
    if (fine && WORD(settlement_of_named) != Py_False) {
        Set two, three;
        fine = named_faction(&r, &number) && row_of(r.s, 1, number, &two) && row_of(r.s, 2, number, &three);
        out &= fine ? two & ~three : 0;
    }
    if (fine && !says(WORD(edge), "no matter")) {
        fine = on_edge(&r, WORD(edge), &some);
        out &= some;
    }
    if (WORD(empty) != Py_False)
        out &= ~occupied_but(&r, facts->n + 1, -1);
    if (fine && WORD(not_active_home) != Py_False) {
        fine = active_homes(&r, WORD(home_allowed), &some);
        out &= ~some;
    }
    if (fine && WORD(contested) != Py_False) {
        fine = asked(acis_competitions, whose, 1, &some);
        out &= some;
    }
    if (fine && WORD(nile) != Py_False) {
        PyObject *nile = item(FIELD(r.s, nile), r.by);
        fine = nile && to_set(nile, &some);
        out &= some;
    }
    if (fine && WORD(beyond_home) != Py_False) {
        fine = home(&r, &some);
        out &= fine ? ~around(facts, some) : 0;
    }
    if (fine && WORD(room) != Py_False) {
        fine = number_at(FIELD(r.s, supply), r.by, &number) && (!number || asked(acis_room, whose, 2, &some));
        out &= fine && number ? some : 0;
    }
    if (fine && (!to_int(WORD(own_discs), &number) || number)) {
        fine = number > 0 && row_of(r.s, (int)number - 1, r.by, &some);
        out &= some;
    }
    if (!fine)
        AS_PYTHON(select);
    return from_set(out);
}

/* --------------------------------------------------------------------------------- whose discs */

/* Whether walls may stand between a card and the discs in an area, or Gold limits what it can do: 1 or 0. */
static int may_be_protected(const Reader *r, int area) {
    long number;
    if (!says(PyTuple_GET_ITEM(r->play, 1), "card"))
        return 0;
    if (PyTuple_GET_SIZE(r->facts->on_card_cap))
        return 1;
    int at_home = 0;
    for (int f = 0; f < r->facts->n; f++) {
        PyObject *areas = item(FIELD(r->s, home), f);
        Set homes;
        if (!areas || !to_set(areas, &homes))
            return 1;
        at_home |= HAS(homes, area) && HAS(r->one[f], area);
    }
    if (at_home)
        return 1;
    /* The card is looked up as Python does, so that a number that is none is an error. */
    return !to_int(PyTuple_GET_ITEM(r->play, 2), &number) || number < 0 ||
           number >= PyTuple_GET_SIZE(r->facts->cards);
}

static int is_named(PyObject *factions, long faction) {
    long first;
    return PyTuple_GET_SIZE(factions) && to_int(PyTuple_GET_ITEM(factions, 0), &first) && first == faction;
}

COMPILED(whose_discs) { /* s, play, whose, area */
    Reader r;
    long area;
    if (n != 4 || names || !(r.s = state_of(arguments[0])) || !(r.facts = facts_of(r.s)) || r.facts->groups ||
        !to_int(arguments[3], &area) || area < 0 || area >= r.facts->n_areas)
        AS_PYTHON(whose_discs);
    const Facts *facts = r.facts;
    PyObject *whose = arguments[2], *play = r.play = arguments[1], *allies = FIELD(r.s, allies);
    if (!PyTuple_Check(play) || PyTuple_GET_SIZE(play) != 9 || !to_int(PyTuple_GET_ITEM(play, 0), &r.by) ||
        !PyTuple_CheckExact(PyTuple_GET_ITEM(play, 5)) || rows_at(r.s, 0, r.one) != facts->n + 1 ||
        may_be_protected(&r, (int)area))
        AS_PYTHON(whose_discs);
    long found[MOST_FACTIONS], discs[MOST_FACTIONS];
    int size = 0;
    int any = says(whose, "any"), named = says(whose, "named"), you = says(whose, "you");
    int civilization = says(whose, "civilization"), opposing = says(whose, "opposing civilization");
    int stronger = says(whose, "stronger"), largest = says(whose, "largest opposing");
    for (long f = 0; f <= facts->n; f++) {
        if (!HAS(r.one[f], area))
            continue;
        if (any || (named && is_named(PyTuple_GET_ITEM(play, 5), f)) || (you && f == r.by) ||
            (civilization && f != facts->n) ||
            (!named && !you && !civilization && f != r.by && (!opposing || f != facts->n)))
            found[size++] = f;
    }
    if ((stronger || largest) && size) {
        if (!allies || !PyDict_CheckExact(allies) || PyDict_GET_SIZE(allies) || (stronger && (r.by < 0 || r.by > facts->n)))
            AS_PYTHON(whose_discs);
        long most = 0;
        for (long f = 0; f <= facts->n; f++) {
            const unsigned char *row = discs_of(r.s, f, facts);
            if (!row)
                AS_PYTHON(whose_discs);
            discs[f] = row[area];
        }
        for (int i = 0; i < size; i++)
            most = discs[found[i]] > most ? discs[found[i]] : most;
        int kept = 0;
        for (int i = 0; i < size; i++)
            if (stronger ? discs[found[i]] > discs[r.by] : discs[found[i]] == most)
                found[kept++] = found[i];
        size = kept;
    }
    PyObject *out = PyList_New(size);
    for (int i = 0; out && i < size; i++) {
        PyObject *number = PyLong_FromLong(found[i]);
        if (number)
            PyList_SET_ITEM(out, i, number);
        else
            Py_CLEAR(out);
    }
    return out;
}
