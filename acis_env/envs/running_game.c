/* What environments do at every decision with a RunningGame of running_game.py. */
#include "helper.h"

#define RUNNING_FIELDS(X)                                                                                      \
    X(game) X(decisions) X(failure) X(seat) X(legal) X(_order) X(_seating) X(_seatings) X(_views) X(_memory)

enum {
#define X(name) G_##name,
    RUNNING_FIELDS(X)
#undef X
    N_RUNNING_FIELDS
};

static const char *const running_names[] = {
#define X(name) #name,
    RUNNING_FIELDS(X)
#undef X
};

static PyObject *running_type, *game_type, *faction_bits;
static Py_ssize_t running_offset[N_RUNNING_FIELDS], game_state;
static uint64_t names_faction[WIDE]; /* actions that name a faction: by slot in the environment */
#define OF(running, name) SLOT(running, running_offset[G_##name])

static int know_running(void) {
    PyObject *type = from_module("acis_env.envs.running_game", "RunningGame", &running_type);
    if (!type || !from_module("acis_rules.game", "Game", &game_type) ||
        !from_module("acis_rules.kernel.actions", "FACTION_BITS", &faction_bits) ||
        !to_words(faction_bits, names_faction, WIDE) || (game_state = slot_offset(game_type, "state")) < 0)
        return 0;
    for (int i = 0; i < N_RUNNING_FIELDS; i++)
        if ((running_offset[i] = slot_offset(type, running_names[i])) < 0)
            return 0;
    return 1;
}

/* Whether this is a RunningGame with nothing missing. */
static int is_running(PyObject *running) {
    static int known;
    if (!known && !(known = know_running())) {
        PyErr_Clear();
        return 0;
    }
    if ((PyObject *)Py_TYPE(running) != running_type)
        return 0;
    for (int i = 0; i < N_RUNNING_FIELDS; i++)
        if (!SLOT(running, running_offset[i]) && i != G__seating)
            return 0;
    return 1;
}

static int in_words(const uint64_t *words, long n) { return (int)(words[n >> 6] >> (n & 63) & 1); }

COMPILED(absolute) { /* running, action */
    long action;
    uint64_t legal[WIDE];
    if (n != 2 || names || !is_running(arguments[0]) || !to_int(arguments[1], &action) || action < 0 ||
        action >= 64 * WIDE || in_words(names_faction, action) || !to_words(OF(arguments[0], legal), legal, WIDE) ||
        !in_words(legal, action))
        AS_PYTHON(absolute);
    return Py_NewRef(arguments[1]);
}

/* The same turn order as at the last look: its numbers are small, so that each is one and the same. */
static int same_order(PyObject *then, PyObject *now) {
    if (!PyList_CheckExact(then) || !now || !PyList_CheckExact(now) || PyList_GET_SIZE(then) != PyList_GET_SIZE(now))
        return 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(now); i++)
        if (PyList_GET_ITEM(then, i) != PyList_GET_ITEM(now, i))
            return 0;
    return 1;
}

/* `_look` where it is simple: 1; 0 if Python has to look. */
static int looked(PyObject *running, PyObject *s) {
    PyObject *question = FIELD(s, question), *failure = OF(running, failure), *seatings = OF(running, _seatings);
    Facts *facts = facts_of(s);
    long faction;
    uint64_t legal[WIDE];
    if (!facts || !question || !PyTuple_Check(question) || PyTuple_GET_SIZE(question) < 3 ||
        !to_int(PyTuple_GET_ITEM(question, 0), &faction) || faction < 0 ||
        faction >= PyTuple_GET_SIZE(facts->player) || !to_words(PyTuple_GET_ITEM(question, 2), legal, WIDE) ||
        !PyUnicode_CheckExact(failure) || PyUnicode_GET_LENGTH(failure) || !PyDict_CheckExact(seatings) ||
        !same_order(OF(running, _order), FIELD(s, order)))
        return 0;
    for (int w = 0; w < WIDE; w++)
        if (legal[w] & names_faction[w])
            return 0;
    PyObject *seating = PyDict_GetItemWithError(seatings, PyTuple_GET_ITEM(question, 0));
    if (!seating)
        return PyErr_Clear(), 0;
    set_field(running, running_offset[G_seat], Py_NewRef(PyTuple_GET_ITEM(facts->player, faction)));
    set_field(running, running_offset[G__seating], Py_NewRef(seating));
    set_field(running, running_offset[G_legal], Py_NewRef(PyTuple_GET_ITEM(question, 2)));
    return 1;
}

COMPILED(advance) { /* running, action */
    long decisions;
    PyObject *running = arguments[0], *game;
    if (n != 2 || names || !is_running(running) || (PyObject *)Py_TYPE(game = OF(running, game)) != game_type ||
        !SLOT(game, game_state) || !to_int(OF(running, decisions), &decisions))
        AS_PYTHON(advance);
    PyObject *s = Py_NewRef(SLOT(game, game_state)), *out = NULL;
    int done = act_on(s, arguments[1]);
    if (done == 0 || done == -2)
        out = reference(R_advance, arguments, n, names); /* nothing has changed */
    else if (done == 1) {
        PyObject *number = PyLong_FromLong(decisions + 1);
        if (number) {
            set_field(running, running_offset[G_decisions], number);
            out = looked(running, s) ? Py_NewRef(Py_None) : PyObject_CallMethod(running, "_look", NULL);
        }
    }
    Py_DECREF(s);
    return out;
}

int seen_now(PyObject *running, PyObject *seat, PyObject **out) {
    long asked, deciding;
    if (!is_running(running) || !to_int(seat, &asked) || !to_int(OF(running, seat), &deciding) ||
        asked != deciding || !OF(running, _seating))
        return 0;
    out[0] = item(OF(running, _views), asked);
    out[1] = OF(running, _seating);
    out[2] = OF(running, _memory);
    out[3] = OF(running, legal);
    return out[0] && PyObject_IsTrue(out[3]) == 1;
}
