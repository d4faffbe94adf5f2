/* cards/plays.py: cards, Wonders, Investments and abilities are declared and resolved, operation by operation. */
#include "helper.h"

enum { P_BY, P_KIND, P_ID, P_MODE, P_PICKS = 7, P_UNNAMED, PLAY_SIZE };

/* The operations of what is being used (borrowed), in the alternative chosen; NULL if unusual. */
static PyObject *operations_of(PyObject *seen, PyObject *play) {
    PyObject *s = state_of(seen);
    Facts *facts = s ? facts_of(s) : NULL;
    long by, id, mode;
    if (!facts || !PyTuple_Check(play) || PyTuple_GET_SIZE(play) != PLAY_SIZE ||
        !to_int(PyTuple_GET_ITEM(play, P_BY), &by) || !to_int(PyTuple_GET_ITEM(play, P_ID), &id) ||
        !to_int(PyTuple_GET_ITEM(play, P_MODE), &mode))
        return NULL;
    PyObject *kind = PyTuple_GET_ITEM(play, P_KIND), *operations = NULL;
    if (kind == w_card)
        operations = tuple_item(held_by(tuple_item(facts->cards, id), w_modes), mode);
    else if (kind == w_ability)
        operations = tuple_item(held_by(ability_of(s, facts, by, id), w_either), mode);
    else if (kind == w_investment) {
        PyObject *source = held_by(tuple_item(facts->cards, id), w_source);
        operations = tuple_item(held_by(held_by(source, w_investment), w_either), mode);
    } else if (kind == w_wonder && mode == 0)
        operations = held_by(tuple_item(held_by(facts->deck, w_wonders), id), w_does);
    return operations && PyTuple_CheckExact(operations) ? operations : NULL;
}

/* Whether an operation is skipped because what it speaks of could not be named: 1 or 0, -1 with an error. */
static int skips(PyObject *play, PyObject *operation) {
    int unnamed = PyObject_IsTrue(PyTuple_GET_ITEM(play, P_UNNAMED));
    if (unnamed < 1)
        return unnamed;
    PyObject *topics = PyObject_GetAttr(operation, w_topics), *given[2] = {play, topics};
    PyObject *lacks = topics ? PyObject_VectorcallMethod(w_lacks, given, 2, NULL) : NULL;
    int out = lacks ? PyObject_IsTrue(lacks) : -1;
    Py_XDECREF(topics);
    Py_XDECREF(lacks);
    return out;
}

/* The next operation with something to choose: 1 when it is found or all is declared, 0 if Python has to go on
   from here, -1 with an error. `play` and `picked` are references, which change; so is `legal`. */
static int go_on(PyObject *s, PyObject *operations, PyObject **play, Py_ssize_t *i, PyObject **picked, PyObject **legal) {
    for (; *i < PyTuple_GET_SIZE(operations); ++*i) {
        PyObject *operation = PyTuple_GET_ITEM(operations, *i);
        int skipped = PyTuple_Check(*play) && PyTuple_GET_SIZE(*play) == PLAY_SIZE ? skips(*play, operation) : 1;
        if (skipped)
            return skipped < 0 ? -1 : 0;
        PyObject *given[4] = {operation, s, *play, *picked};
        *legal = PyObject_VectorcallMethod(w_options, given, 4, NULL);
        int some = *legal ? PyObject_IsTrue(*legal) : -1;
        if (some)
            return some;
        Py_CLEAR(*legal);
        PyObject *names = PyTuple_CheckExact(*picked) ? PyObject_GetAttr(operation, w_names) : NULL;
        int nothing = names ? PyObject_IsTrue(names) && !PyTuple_GET_SIZE(*picked) : 1;
        Py_XDECREF(names);
        if (nothing) /* to name */
            return PyErr_Clear(), 0;
        PyObject *told[3] = {operation, *play, *picked};
        PyObject *after = PyObject_VectorcallMethod(w_declare, told, 3, NULL), *none = PyTuple_New(0);
        if (!after || !none) {
            Py_XDECREF(after);
            Py_XDECREF(none);
            return -1;
        }
        Py_SETREF(*play, after);
        Py_SETREF(*picked, none);
    }
    *legal = PyLong_FromLong(0);
    return *legal ? 1 : -1;
}

COMPILED(next_choice) { /* s, play, i, picked */
    long first;
    PyObject *operations;
    if (n != 4 || names || !to_int(arguments[2], &first) || first < 0 ||
        !(operations = operations_of(arguments[0], arguments[1])))
        AS_PYTHON(next_choice);
    PyObject *play = Py_NewRef(arguments[1]), *picked = Py_NewRef(arguments[3]), *legal = NULL, *out = NULL;
    Py_ssize_t i = first;
    int done = go_on(arguments[0], operations, &play, &i, &picked, &legal);
    PyObject *number = done < 0 ? NULL : PyLong_FromSsize_t(i);
    if (done == 0 && number) {
        PyObject *given[4] = {arguments[0], play, number, picked};
        out = reference(R_next_choice, given, 4, NULL);
    } else if (number)
        out = PyTuple_Pack(4, play, number, picked, legal);
    Py_XDECREF(number);
    Py_DECREF(play);
    Py_DECREF(picked);
    Py_XDECREF(legal);
    return out;
}

COMPILED(resolve) { /* s, play, i */
    static PyObject *itself;
    long i;
    PyObject *s = arguments[0], *operations, *picks;
    if (n != 3 || names || !has_stack(s) || !to_int(arguments[2], &i) || i < 0 ||
        !(operations = operations_of(s, arguments[1])) ||
        !PyTuple_CheckExact(picks = PyTuple_GET_ITEM(arguments[1], P_PICKS)))
        AS_PYTHON(resolve);
    if (i >= PyTuple_GET_SIZE(operations))
        Py_RETURN_NONE;
    if (i + 1 < PyTuple_GET_SIZE(operations)) {
        PyObject *work = from_module("acis_rules.cards.plays", "resolve", &itself), *next = PyLong_FromLong(i + 1);
        PyObject *rest[2] = {arguments[1], next};
        int done = work && next ? put_frame(s, work, rest, 2) : -1;
        Py_XDECREF(next);
        if (done < 0)
            return NULL;
    }
    int skipped = skips(arguments[1], PyTuple_GET_ITEM(operations, i));
    if (skipped < 0)
        return NULL;
    if (skipped)
        Py_RETURN_NONE;
    PyObject *picked = i < PyTuple_GET_SIZE(picks) ? Py_NewRef(PyTuple_GET_ITEM(picks, i)) : PyTuple_New(0);
    if (!picked)
        return NULL;
    PyObject *given[4] = {PyTuple_GET_ITEM(operations, i), s, arguments[1], picked};
    PyObject *done = PyObject_VectorcallMethod(w_resolve, given, 4, NULL);
    Py_DECREF(picked);
    if (!done)
        return NULL;
    Py_DECREF(done);
    Py_RETURN_NONE;
}
