/* cards/plays.py: cards are declared and resolved, operation by operation. What is no card is left to Python. */
#include "helper.h"

enum { P_KIND = 1, P_ID, P_MODE, P_PICKS = 7, P_UNNAMED, PLAY_SIZE };

/* The operations of a card that is being played (borrowed), in the alternative chosen; NULL if unusual. */
static PyObject *operations_of(PyObject *seen, PyObject *play) {
    PyObject *s = state_of(seen);
    Facts *facts = s ? facts_of(s) : NULL;
    long card, mode;
    if (!facts || !PyTuple_Check(play) || PyTuple_GET_SIZE(play) != PLAY_SIZE ||
        PyTuple_GET_ITEM(play, P_KIND) != w_card || !to_int(PyTuple_GET_ITEM(play, P_ID), &card) || card < 0 ||
        card >= PyTuple_GET_SIZE(facts->cards) || !to_int(PyTuple_GET_ITEM(play, P_MODE), &mode) || mode < 0)
        return NULL;
    PyObject *modes = PyObject_GetAttr(PyTuple_GET_ITEM(facts->cards, card), w_modes);
    if (!modes)
        return PyErr_Clear(), NULL;
    Py_DECREF(modes); /* the card holds it */
    PyObject *operations = PyTuple_CheckExact(modes) && mode < PyTuple_GET_SIZE(modes) ? PyTuple_GET_ITEM(modes, mode) : NULL;
    return operations && PyTuple_CheckExact(operations) ? operations : NULL;
}

/* Whether there was nothing to name, so that some operations may be skipped; 1 also if unusual. */
static int skips(PyObject *play) {
    return !PyTuple_Check(play) || PyTuple_GET_SIZE(play) != PLAY_SIZE || PyTuple_GET_ITEM(play, P_UNNAMED) != Py_False;
}

/* The next operation with something to choose: 1 when it is found or all is declared, 0 if Python has to go on
   from here, -1 with an error. `play` and `picked` are references, which change; so is `legal`. */
static int go_on(PyObject *s, PyObject *operations, PyObject **play, Py_ssize_t *i, PyObject **picked, PyObject **legal) {
    for (; *i < PyTuple_GET_SIZE(operations); ++*i) {
        PyObject *operation = PyTuple_GET_ITEM(operations, *i);
        if (skips(*play))
            return 0;
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
        !(operations = operations_of(s, arguments[1])) || skips(arguments[1]) ||
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
