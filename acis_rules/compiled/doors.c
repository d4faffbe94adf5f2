/* The doors of table/changes.py through which discs and cards come and go most often. */
#include "helper.h"

/* A disc goes to an area or leaves it (change: 1 or -1). What has to be looked at before anything changes: */
typedef struct {
    PyObject *s;
    Facts *facts;
    long faction, area, after; /* discs there afterwards */
    unsigned char *row;
    PyObject *level; /* the list of at_least that changes, or NULL */
    Set areas;       /* of the faction in that list, as they are then */
} Move;

/* 1, or 0 if unusual. */
static int looked_at(Move *move, PyObject *s, PyObject *faction, PyObject *area, int change) {
    if (!is_state(s) || !(move->facts = facts_of(s)) || !to_int(faction, &move->faction) ||
        !to_int(area, &move->area) || move->faction < 0 || move->faction > move->facts->n || move->area < 0 ||
        move->area >= move->facts->n_areas || !(move->row = discs_of(s, move->faction, move->facts)))
        return 0;
    move->s = s;
    long before = move->row[move->area];
    move->after = before + change;
    if (move->after < 0 || move->after > 255)
        return 0;
    long most = change > 0 ? move->after : before; /* the level that is reached or left */
    move->level = NULL;
    if (most <= LEVELS) {
        move->level = item(FIELD(s, at_least), most - 1);
        PyObject *areas = item(move->level, move->faction);
        if (!areas || !to_set(areas, &move->areas))
            return 0;
        if (change > 0)
            move->areas |= BIT(move->area);
        else
            move->areas &= ~BIT(move->area);
    }
    return 1;
}

static int moved(const Move *move) {
    move->row[move->area] = (unsigned char)move->after;
    if (!move->level)
        return 0;
    PyObject *areas = from_set(move->areas);
    return areas ? PyList_SetItem(move->level, move->faction, areas) : -1;
}

COMPILED(place) { /* s, faction, area, cause, from_ready */
    PyObject *given[MOST_PARAMETERS] = {NULL};
    Move move;
    long ready, ready_land, supply;
    if (!taken(R_place, arguments, n, names, given) || !looked_at(&move, given[0], given[1], given[2], 1) ||
        PyTuple_GET_SIZE(move.facts->on_colour) || !PyBool_Check(given[4]))
        AS_PYTHON(place);
    PyObject *s = given[0];
    if (given[4] == Py_True) {
        if (!number_at(FIELD(s, ready), move.faction, &ready) ||
            !number_at(FIELD(s, ready_land), move.faction, &ready_land))
            AS_PYTHON(place);
        if (moved(&move) < 0 || put_number(FIELD(s, ready), move.faction, ready - 1) < 0)
            return NULL;
        if (ready_land && HAS(move.facts->land, move.area) &&
            put_number(FIELD(s, ready_land), move.faction, ready_land - 1) < 0)
            return NULL;
    } else {
        if (!number_at(FIELD(s, supply), move.faction, &supply))
            AS_PYTHON(place);
        if (moved(&move) < 0 || put_number(FIELD(s, supply), move.faction, supply - 1) < 0)
            return NULL;
    }
    if (tell_disc(s, w_placed, given[1], given[2], given[3]) < 0)
        return NULL;
    PyObject *told[4] = {s, given[1], given[2], given[3]};
    if (joined_in(move.facts->on_placed, told, 4) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* A disc goes from the map to its supply: 1, 0 if unusual and nothing has changed, -1 with an error. */
static int returned(PyObject *s, PyObject *faction, PyObject *area, PyObject *cause) {
    Move move;
    Set owes, absent;
    long supply;
    if (!looked_at(&move, s, faction, area, -1) || PyTuple_GET_SIZE(move.facts->on_lifted) ||
        !FIELD(s, owes_marker) || !to_set(FIELD(s, owes_marker), &owes) || !FIELD(s, absent) ||
        !to_set(FIELD(s, absent), &absent) || HAS(owes | absent, move.faction) ||
        !number_at(FIELD(s, supply), move.faction, &supply))
        return 0;
    if (moved(&move) < 0 || tell_disc(s, w_removed, faction, area, cause) < 0 ||
        put_number(FIELD(s, supply), move.faction, supply + 1) < 0)
        return -1;
    PyObject *told[2] = {s, faction};
    return joined_in(move.facts->on_supplied, told, 2) < 0 ? -1 : 1;
}

COMPILED(return_disc) { /* s, faction, area, cause */
    int done = n != 4 || names ? 0 : returned(arguments[0], arguments[1], arguments[2], arguments[3]);
    if (done == 0)
        AS_PYTHON(return_disc);
    if (done < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* Whether a faction has white discs in an area: they go first. Also 1 if unusual. */
static int has_ally(PyObject *allies, PyObject *faction, PyObject *area) {
    if (!allies || !PyDict_CheckExact(allies))
        return 1;
    if (!PyDict_GET_SIZE(allies))
        return 0;
    PyObject *key = PyTuple_Pack(2, area, faction);
    int found = key ? PyDict_Contains(allies, key) : -1;
    Py_XDECREF(key);
    PyErr_Clear();
    return found != 0;
}

COMPILED(remove) { /* s, faction, area, cause */
    if (n != 4 || names || !is_state(arguments[0]))
        AS_PYTHON(remove);
    PyObject *s = arguments[0];
    Facts *facts = facts_of(s);
    long faction, area, here, fallen;
    if (!facts || has_ally(FIELD(s, allies), arguments[1], arguments[2]) ||
        !to_int(arguments[1], &faction) || !to_int(arguments[2], &area) || !FIELD(s, competition_area) ||
        !to_int(FIELD(s, competition_area), &here))
        AS_PYTHON(remove);
    int counts = area == here && faction != facts->n;
    if (counts && !number_at(FIELD(s, fallen), faction, &fallen))
        AS_PYTHON(remove);
    int done = returned(s, arguments[1], arguments[2], arguments[3]);
    if (done == 0)
        AS_PYTHON(remove);
    if (done < 0)
        return NULL;
    if (counts && put_number(FIELD(s, fallen), faction, fallen + 1) < 0)
        return NULL;
    PyObject *told[4] = {s, arguments[1], w_disc, arguments[3]};
    if (joined_in(facts->on_lost, told, 4) < 0)
        return NULL;
    Py_RETURN_NONE;
}

COMPILED(take_from_hand) { /* s, faction, card */
    if (n != 3 || names || !is_state(arguments[0]))
        AS_PYTHON(take_from_hand);
    PyObject *s = arguments[0], *hands = FIELD(s, hand), *known = FIELD(s, known), *reserve = FIELD(s, reserve);
    Facts *facts = facts_of(s);
    long faction, card;
    Set cards;
    if (!facts || !to_int(arguments[1], &faction) || !to_int(arguments[2], &card) || card < 0 || card >= 128 ||
        faction < 0 || faction >= facts->n || !reserve || !PyDict_CheckExact(reserve) ||
        PyDict_GET_SIZE(reserve) || !item(hands, faction) || !to_set(item(hands, faction), &cards) || !known ||
        !PyList_CheckExact(known))
        AS_PYTHON(take_from_hand);
    for (Py_ssize_t i = faction; i < PyList_GET_SIZE(known); i += facts->n) {
        Set one;
        if (!to_set(PyList_GET_ITEM(known, i), &one))
            AS_PYTHON(take_from_hand);
    }
    PyObject *left = from_set(cards & ~BIT(card));
    if (!left || PyList_SetItem(hands, faction, left) < 0)
        return NULL;
    for (Py_ssize_t i = faction; i < PyList_GET_SIZE(known); i += facts->n) {
        Set one = 0;
        if (to_set(PyList_GET_ITEM(known, i), &one) && HAS(one, card)) {
            PyObject *rest = from_set(one ^ BIT(card));
            if (!rest || PyList_SetItem(known, i, rest) < 0)
                return NULL;
        }
    }
    Py_RETURN_NONE;
}
