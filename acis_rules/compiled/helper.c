/* The module `acis_rules._compiled`: which functions there are, and what they share. See helper.h. */
#include "helper.h"

/* ---------------------------------------------------------------------------------------- sets */

int to_words(PyObject *number, uint64_t *words, int n) {
    if (!PyLong_CheckExact(number))
        return 0;
    memset(words, 0, n * sizeof *words);
#ifdef ACIS_DIGITS
    Py_ssize_t size;
    const digit *digits = digits_of(number, &size);
    if (size < 0 || 30 * (size - 1) >= 64 * n)
        return 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        int at = (int)(30 * i), word = at >> 6, shift = at & 63;
        words[word] |= (uint64_t)digits[i] << shift;
        uint64_t above = shift > 34 ? (uint64_t)digits[i] >> (64 - shift) : 0;
        if (above) {
            if (word + 1 >= n)
                return 0;
            words[word + 1] |= above;
        }
    }
    return 1;
#else
    unsigned char bytes[64];
    Py_ssize_t size = PyLong_AsNativeBytes(number, bytes, 8 * n,
                                           Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER |
                                               Py_ASNATIVEBYTES_REJECT_NEGATIVE);
    if (size < 0) {
        PyErr_Clear();
        return 0;
    }
    if (size > 8 * n)
        return 0;
    for (int i = 0; i < 8 * n; i++)
        words[i >> 3] |= (uint64_t)bytes[i] << 8 * (i & 7);
    return 1;
#endif
}

PyObject *from_words(const uint64_t *words, int n) {
    while (n > 1 && !words[n - 1])
        n--;
    if (n == 1)
        return PyLong_FromUnsignedLongLong(words[0]);
#ifdef ACIS_DIGITS
    digit digits[64 * WIDE / 30 + 1];
    int size = (64 * n - __builtin_clzll(words[n - 1]) + 29) / 30;
    for (int i = 0; i < size; i++) {
        int word = 30 * i >> 6, shift = 30 * i & 63;
        uint64_t above = shift > 34 && word + 1 < n ? words[word + 1] << (64 - shift) : 0;
        digits[i] = (digit)((words[word] >> shift | above) & PyLong_MASK);
    }
#if PY_VERSION_HEX < 0x030C0000
    PyLongObject *out = _PyLong_New(size);
    if (out)
        memcpy(out->ob_digit, digits, (size_t)size * sizeof *digits);
    return (PyObject *)out;
#else
    return (PyObject *)_PyLong_FromDigits(0, size, digits);
#endif
#else
    unsigned char bytes[8 * WIDE];
    for (int i = 0; i < 8 * n; i++)
        bytes[i] = (unsigned char)(words[i >> 3] >> 8 * (i & 7));
    return PyLong_FromUnsignedNativeBytes(bytes, 8 * n, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
#endif
}

/* --------------------------------------------------------------------------- fields of a position */

Py_ssize_t state_offset[N_STATE_FIELDS];
Py_ssize_t view_state_offset;
PyTypeObject *State_type, *View_type;

static const char *const state_names[] = {
#define X(name) #name,
    STATE_FIELDS(X)
#undef X
};

Py_ssize_t slot_offset(PyObject *type, const char *name) {
    PyObject *descriptor = PyObject_GetAttrString(type, name);
    if (!descriptor)
        return -1;
    Py_ssize_t offset = -1;
    if (Py_TYPE(descriptor) == &PyMemberDescr_Type) {
        PyMemberDef *member = ((PyMemberDescrObject *)descriptor)->d_member;
        if (member->type == T_OBJECT_EX)
            offset = member->offset;
    }
    Py_DECREF(descriptor);
    if (offset < 0)
        PyErr_Format(PyExc_TypeError, "%R has no slot %s", type, name);
    return offset;
}

static PyObject *know_state(PyObject *Py_UNUSED(self), PyObject *type) {
    if (!PyType_Check(type))
        return PyErr_Format(PyExc_TypeError, "%R is no class", type);
    for (int i = 0; i < N_STATE_FIELDS; i++)
        if ((state_offset[i] = slot_offset(type, state_names[i])) < 0)
            return NULL;
    Py_INCREF(type);
    Py_XSETREF(State_type, (PyTypeObject *)type);
    Py_RETURN_NONE;
}

static PyObject *know_view(PyObject *Py_UNUSED(self), PyObject *type) {
    if (!PyType_Check(type))
        return PyErr_Format(PyExc_TypeError, "%R is no class", type);
    Py_ssize_t offset = slot_offset(type, "_s");
    if (offset < 0)
        return NULL;
    view_state_offset = offset;
    Py_INCREF(type);
    Py_XSETREF(View_type, (PyTypeObject *)type);
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------------------ what a game keeps fixed */

FactsEntry facts_found[FACTS_SEATS];

static void facts_dealloc(PyObject *self) {
    Facts *facts = (Facts *)self;
    FactsEntry *entry = &facts_found[((uintptr_t)facts->world >> 5) % FACTS_SEATS];
    if (entry->facts == facts)
        *entry = (FactsEntry){NULL, NULL};
    Py_XDECREF(facts->board);
    Py_XDECREF(facts->deck);
    Py_XDECREF(facts->displays);
    Py_XDECREF(facts->knobs);
    Py_XDECREF(facts->player);
    Py_XDECREF(facts->cards);
#define X(name) Py_XDECREF(facts->on_##name);
    MOMENTS(X)
#undef X
    PyObject_Free(self);
}

static PyTypeObject Facts_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "acis_rules._compiled.Facts",
    .tp_basicsize = sizeof(Facts),
    .tp_dealloc = facts_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "What a game keeps fixed.",
};

static int set_attribute(PyObject *object, const char *name, Set *out) {
    PyObject *value = PyObject_GetAttrString(object, name);
    int fine = value && to_set(value, out);
    Py_XDECREF(value);
    return fine;
}

static int has_any(PyObject *object, const char *name, int *out) {
    PyObject *value = PyObject_GetAttrString(object, name);
    int fine = value && PyTuple_CheckExact(value);
    if (fine)
        *out = PyTuple_GET_SIZE(value) > 0;
    Py_XDECREF(value);
    return fine;
}

/* What is needed for Wonders, and who builds any. */
static int read_wonders(Facts *facts) {
    PyObject *wonders = PyObject_GetAttrString(facts->deck, "wonders");
    int fine = wonders && PyTuple_CheckExact(wonders) && PyTuple_GET_SIZE(wonders) <= MOST_WONDERS;
    for (Py_ssize_t i = 0; fine && i < PyTuple_GET_SIZE(wonders); i++) {
        PyObject *discs = PyObject_GetAttrString(PyTuple_GET_ITEM(wonders, i), "discs");
        fine = discs && to_int(discs, &facts->wonder_discs[i]);
        Py_XDECREF(discs);
    }
    Py_XDECREF(wonders);
    for (Py_ssize_t f = 0; fine && f < PyTuple_GET_SIZE(facts->knobs) && f < MOST_FACTIONS; f++) {
        PyObject *builds = PyObject_GetAttrString(PyTuple_GET_ITEM(facts->knobs, f), "wonders");
        fine = builds && (facts->builds[f] = PyObject_IsTrue(builds)) >= 0;
        Py_XDECREF(builds);
    }
    return fine;
}

static int filled(Facts *facts, PyObject *world) {
    PyObject *number = PyObject_GetAttrString(world, "n_factions");
    long n = -1;
    int fine = number && to_int(number, &n) && n >= 0 && n < MOST_FACTIONS;
    Py_XDECREF(number);
    facts->n = (int)n;
    facts->board = PyObject_GetAttrString(world, "board");
    facts->deck = PyObject_GetAttrString(world, "deck");
    facts->displays = PyObject_GetAttrString(world, "displays");
    facts->knobs = PyObject_GetAttrString(world, "knobs");
    facts->player = PyObject_GetAttrString(world, "player");
    facts->cards = facts->deck ? PyObject_GetAttrString(facts->deck, "cards") : NULL;
    PyObject *on = PyObject_GetAttrString(world, "on");
    if (!fine || !facts->board || !facts->deck || !facts->displays || !facts->knobs || !facts->player || !facts->cards || !on ||
        !PyTuple_Check(facts->displays) || !PyTuple_Check(facts->knobs) || !PyTuple_Check(facts->player) ||
        !PyTuple_CheckExact(facts->cards)) {
        Py_XDECREF(on);
        return 0;
    }
#define X(name) facts->on_##name = PyObject_GetAttrString(on, #name);
    MOMENTS(X)
#undef X
    Py_DECREF(on);
#define X(name)                                                                                                \
    if (!facts->on_##name || !PyTuple_CheckExact(facts->on_##name))                                            \
        return 0;
    MOMENTS(X)
#undef X
    if (!read_wonders(facts) || !has_any(world, "groups", &facts->groups) || !has_any(world, "joint_seas", &facts->joint_seas))
        return 0;
    PyObject *open_to = PyObject_GetAttrString(world, "open_to");
    fine = open_to && PyTuple_CheckExact(open_to) && set_attribute(world, "boxed", &facts->boxed) &&
           set_attribute(world, "sees_laid", &facts->sees_laid);
    for (Py_ssize_t i = 0; fine && i < PyTuple_GET_SIZE(open_to); i++) {
        Set shown = 0;
        fine = to_set(PyTuple_GET_ITEM(open_to, i), &shown);
        facts->shown_to_some |= shown;
    }
    Py_XDECREF(open_to);
    if (!fine)
        return 0;
    PyObject *board = facts->board;
    if (!set_attribute(board, "land", &facts->land) || !set_attribute(board, "coastal", &facts->coastal) ||
        !set_attribute(board, "open_sea", &facts->open_sea) || !set_attribute(board, "sea", &facts->sea) ||
        !set_attribute(board, "in_play", &facts->in_play) || !set_attribute(board, "nile", &facts->nile))
        return 0;
    PyObject *neighbours = PyObject_GetAttrString(board, "neighbours");
    fine = neighbours && PyTuple_CheckExact(neighbours) && PyTuple_GET_SIZE(neighbours) <= MOST_AREAS;
    if (fine)
        facts->n_areas = (int)PyTuple_GET_SIZE(neighbours);
    for (int i = 0; fine && i < facts->n_areas; i++)
        fine = to_set(PyTuple_GET_ITEM(neighbours, i), &facts->neighbours[i]);
    Py_XDECREF(neighbours);
    Set everywhere = facts->n_areas == MOST_AREAS ? ~(Set)0 : BIT(facts->n_areas) - 1;
    return fine && !((facts->in_play | facts->land | facts->sea) & ~everywhere);
}

Facts *make_facts(PyObject *world) {
    static PyObject *name;
    if (!world || (!name && !(name = PyUnicode_InternFromString("_facts"))))
        return NULL;
    PyObject *found = PyObject_GenericGetAttr(world, name);
    if (!found) {
        PyErr_Clear();
        Facts *facts = PyObject_New(Facts, &Facts_type);
        if (!facts)
            goto unusual;
        memset((char *)facts + offsetof(Facts, world), 0, sizeof(Facts) - offsetof(Facts, world));
        facts->world = world;
        found = (PyObject *)facts;
        /* Worlds never change once they are made; this is no change that anybody could see. */
        if (!filled(facts, world) || PyObject_GenericSetAttr(world, name, found) < 0) {
            Py_DECREF(found);
            goto unusual;
        }
    }
    if (Py_TYPE(found) != &Facts_type || ((Facts *)found)->world != world) {
        Py_DECREF(found);
        goto unusual;
    }
    facts_found[((uintptr_t)world >> 5) % FACTS_SEATS] = (FactsEntry){world, (Facts *)found};
    Py_DECREF(found);
    return (Facts *)found;
unusual:
    PyErr_Clear();
    return NULL;
}

/* ---------------------------------------------------------------------------- the Python reference */

PyObject *references[N_FUNCTIONS];
#define X(word) PyObject *w_##word;
WORDS(X)
#undef X

PyObject *reference(int function, Arguments arguments, Py_ssize_t n, PyObject *names) {
    if (!references[function]) {
        PyErr_SetString(PyExc_RuntimeError, "the compiled helper does not know the function in Python");
        return NULL;
    }
    return PyObject_Vectorcall(references[function], arguments, (size_t)n, names);
}

typedef struct {
    int n, needed; /* parameters; n is 0 until the function was looked at */
    PyObject *names[MOST_PARAMETERS], *defaults[MOST_PARAMETERS];
} Signature;

static Signature signatures[N_FUNCTIONS];

/* Read names and defaults of the parameters off the Python function, once. */
static int look_at(int function, Signature *signature) {
    PyObject *python = references[function];
    PyObject *code = python ? PyObject_GetAttrString(python, "__code__") : NULL;
    PyObject *count = code ? PyObject_GetAttrString(code, "co_argcount") : NULL;
    PyObject *names = code ? PyObject_GetAttrString(code, "co_varnames") : NULL;
    PyObject *defaults = python ? PyObject_GetAttrString(python, "__defaults__") : NULL;
    long n = 0;
    int fine = names && defaults && count && to_int(count, &n) && n > 0 && n <= MOST_PARAMETERS &&
               PyTuple_Check(names) && PyTuple_GET_SIZE(names) >= n;
    if (fine) {
        int given = PyTuple_Check(defaults) ? (int)PyTuple_GET_SIZE(defaults) : 0;
        signature->needed = (int)n - given;
        for (int i = 0; i < n; i++) {
            signature->names[i] = Py_NewRef(PyTuple_GET_ITEM(names, i));
            PyUnicode_InternInPlace(&signature->names[i]);
            if (i >= signature->needed)
                signature->defaults[i] = Py_NewRef(PyTuple_GET_ITEM(defaults, i - signature->needed));
        }
        signature->n = (int)n;
    }
    PyErr_Clear();
    Py_XDECREF(code);
    Py_XDECREF(count);
    Py_XDECREF(names);
    Py_XDECREF(defaults);
    return fine;
}

int taken(int function, Arguments arguments, Py_ssize_t n, PyObject *names, PyObject **out) {
    Signature *signature = &signatures[function];
    if ((!signature->n && !look_at(function, signature)) || n > signature->n)
        return 0;
    for (Py_ssize_t i = 0; i < n; i++)
        out[i] = arguments[i];
    for (int i = (int)n; i < signature->n; i++)
        out[i] = signature->defaults[i];
    Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
    for (Py_ssize_t k = 0; k < named; k++) {
        PyObject *name = PyTuple_GET_ITEM(names, k);
        int i = (int)n;
        while (i < signature->n && signature->names[i] != name)
            i++;
        if (i == signature->n)
            return 0;
        out[i] = arguments[n + k];
    }
    for (int i = 0; i < signature->needed; i++)
        if (!out[i])
            return 0;
    return 1;
}

int joined_in(PyObject *moment, Arguments arguments, Py_ssize_t n) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(moment); i++) {
        PyObject *done = PyObject_Vectorcall(PyTuple_GET_ITEM(moment, i), arguments, (size_t)n, NULL);
        if (!done)
            return -1;
        Py_DECREF(done);
    }
    return 0;
}

PyObject *from_module(const char *module, const char *name, PyObject **kept) {
    if (!*kept) {
        PyObject *found = PyImport_ImportModule(module);
        if (!found)
            return NULL;
        *kept = PyObject_GetAttrString(found, name);
        Py_DECREF(found);
    }
    return *kept;
}

/* -------------------------------------------------------------------------------------- the module */

static PyMethodDef compiled[] = {
#define X(name) {#name, (PyCFunction)(void (*)(void))acis_##name, METH_FASTCALL | METH_KEYWORDS, NULL},
    FUNCTIONS(X)
#undef X
    {NULL, NULL, 0, NULL},
};

/* replacement(function, doc): the function of the same name, which hands to it what is unusual. */
static PyObject *replacement(PyObject *self, PyObject *args) {
    static PyObject *docs[N_FUNCTIONS];
    PyObject *function, *doc, *made = NULL;
    if (!PyArg_ParseTuple(args, "OU", &function, &doc))
        return NULL;
    PyObject *name = PyObject_GetAttrString(function, "__name__");
    PyObject *module = PyObject_GetAttrString(function, "__module__");
    int i = 0;
    while (name && i < N_FUNCTIONS && PyUnicode_CompareWithASCIIString(name, compiled[i].ml_name) != 0)
        i++;
    if (name && module && i < N_FUNCTIONS) {
        Py_INCREF(function);
        Py_XSETREF(references[i], function);
        Py_INCREF(doc);
        Py_XSETREF(docs[i], doc);
        compiled[i].ml_doc = PyUnicode_AsUTF8(doc);
        made = compiled[i].ml_doc ? PyCFunction_NewEx(&compiled[i], self, module) : NULL;
    } else if (name && module)
        PyErr_Format(PyExc_LookupError, "the compiled helper has no function %U", name);
    Py_XDECREF(name);
    Py_XDECREF(module);
    return made;
}

static PyMethodDef copy_method = {"copy", acis_copy, METH_NOARGS, "An independent copy."};

/* make_copy(State, [(name, depth), ...]): a method that copies. 0: shared, 1: a copy, 2: copies of rows. */
static PyObject *make_copy(PyObject *Py_UNUSED(self), PyObject *args) {
    PyObject *type, *fields;
    if (!PyArg_ParseTuple(args, "O!O!", &PyType_Type, &type, &PyList_Type, &fields) ||
        plan_copy(type, fields) < 0)
        return NULL;
    return PyDescr_NewMethod((PyTypeObject *)type, &copy_method);
}

static PyMethodDef methods[] = {
    {"replacement", replacement, METH_VARARGS, "The compiled function of the same name."},
    {"know_state", know_state, METH_O, "Learn where the fields of a State lie."},
    {"know_view", know_view, METH_O, "Learn where the State of a View lies."},
    {"make_copy", make_copy, METH_VARARGS, "The method that copies a State."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_compiled", "Functions of acis in C: the same results, faster.", -1, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__compiled(void) {
    if (PyType_Ready(&Facts_type) < 0)
        return NULL;
#define X(word)                                                                                                \
    if (!w_##word && !(w_##word = PyUnicode_InternFromString(#word)))                                          \
        return NULL;
    WORDS(X)
#undef X
    return PyModule_Create(&definition);
}
