/* kernel/bits.py, kernel/machine.py, kernel/log.py, kernel/chance.py, and copies of kernel/state.py. */
#include "helper.h"

/* ---------------------------------------------------------------------------------------- bits */

COMPILED(members) {
    uint64_t words[WIDE];
    if (n != 1 || names || !to_words(arguments[0], words, WIDE))
        AS_PYTHON(members);
    int size = 0;
    for (int w = 0; w < WIDE; w++)
        size += count(words[w]);
    PyObject *out = PyList_New(size);
    if (!out)
        return NULL;
    Py_ssize_t i = 0;
    for (int w = 0; w < WIDE; w++)
        for (uint64_t rest = words[w]; rest; rest &= rest - 1) {
            PyObject *number = PyLong_FromLong(64 * w + __builtin_ctzll(rest));
            if (!number) {
                Py_DECREF(out);
                return NULL;
            }
            PyList_SET_ITEM(out, i++, number);
        }
    return out;
}

COMPILED(lowest) {
    uint64_t words[WIDE];
    if (n != 1 || names || !to_words(arguments[0], words, WIDE))
        AS_PYTHON(lowest);
    for (int w = 0; w < WIDE; w++)
        if (words[w])
            return PyLong_FromLong(64 * w + __builtin_ctzll(words[w]));
    return PyLong_FromLong(-1);
}

/* Add up sets, or numbers as sets: what is too large for the words goes into an int of its own. */
typedef struct {
    uint64_t words[WIDE];
    PyObject *large;
} Sum;

static int add_large(Sum *sum, PyObject *set) {
    PyObject *before = sum->large ? sum->large : PyLong_FromLong(0);
    sum->large = before ? PyNumber_Or(before, set) : NULL;
    Py_XDECREF(before);
    return sum->large ? 0 : -1;
}

static int add_number(Sum *sum, PyObject *number) {
    long k;
    if (to_int(number, &k) && k >= 0 && k < 64 * WIDE) {
        sum->words[k >> 6] |= (uint64_t)1 << (k & 63);
        return 0;
    }
    PyObject *one = PyLong_FromLong(1);
    PyObject *set = one ? PyNumber_Lshift(one, number) : NULL;
    int done = set ? add_large(sum, set) : -1;
    Py_XDECREF(one);
    Py_XDECREF(set);
    return done;
}

static int add_set(Sum *sum, PyObject *set) {
    uint64_t words[WIDE];
    if (!to_words(set, words, WIDE))
        return add_large(sum, set);
    for (int w = 0; w < WIDE; w++)
        sum->words[w] |= words[w];
    return 0;
}

static PyObject *sum_of(PyObject *things, int (*add)(Sum *, PyObject *)) {
    Sum sum = {{0}, NULL};
    if (PyTuple_CheckExact(things) || PyList_CheckExact(things)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(things); i++) {
            PyObject *thing = Py_NewRef(PySequence_Fast_GET_ITEM(things, i));
            int done = add(&sum, thing);
            Py_DECREF(thing);
            if (done < 0)
                goto failed;
        }
    } else {
        PyObject *iterator = PyObject_GetIter(things);
        if (!iterator)
            return NULL;
        PyObject *thing;
        while ((thing = PyIter_Next(iterator))) {
            int done = add(&sum, thing);
            Py_DECREF(thing);
            if (done < 0)
                break;
        }
        Py_DECREF(iterator);
        if (PyErr_Occurred())
            goto failed;
    }
    PyObject *out = from_words(sum.words, WIDE);
    if (!sum.large || !out)
        return out;
    PyObject *all = PyNumber_Or(out, sum.large);
    Py_DECREF(out);
    Py_DECREF(sum.large);
    return all;
failed:
    Py_XDECREF(sum.large);
    return NULL;
}

COMPILED(mask_of) {
    if (n != 1 || names)
        AS_PYTHON(mask_of);
    return sum_of(arguments[0], add_number);
}

COMPILED(union) {
    if (n != 1 || names)
        AS_PYTHON(union);
    return sum_of(arguments[0], add_set);
}

/* ------------------------------------------------------------------------------------- machine */

static PyObject *machine_steps, *machine_answers, *machine_names, *question_type;
#define MACHINE "acis_rules.kernel.machine"

int put_frame(PyObject *s, PyObject *work, Arguments arguments, Py_ssize_t n) {
    PyObject *names = from_module(MACHINE, "_NAMES", &machine_names);
    PyObject *name = names ? PyDict_GetItemWithError(names, work) : NULL;
    if (!name) {
        if (!PyErr_Occurred())
            PyErr_SetObject(PyExc_KeyError, work);
        return -1;
    }
    PyObject *frame = PyTuple_New(n + 1);
    if (!frame)
        return -1;
    PyTuple_SET_ITEM(frame, 0, Py_NewRef(name));
    for (Py_ssize_t i = 0; i < n; i++)
        PyTuple_SET_ITEM(frame, i + 1, Py_NewRef(arguments[i]));
    int done = PyList_Append(FIELD(s, stack), frame);
    Py_DECREF(frame);
    return done;
}

int has_stack(PyObject *s) {
    return is_state(s) && FIELD(s, stack) && PyList_CheckExact(FIELD(s, stack)) && FIELD(s, question);
}

COMPILED(push) {
    if (n < 2 || names || !has_stack(arguments[0]))
        AS_PYTHON(push);
    if (put_frame(arguments[0], arguments[1], arguments + 2, n - 2) < 0)
        return NULL;
    Py_RETURN_NONE;
}

COMPILED(ask) { /* s, then, arguments, faction, kind, legal, card, area, by, n */
    PyObject *given[MOST_PARAMETERS] = {NULL};
    if (!taken(R_ask, arguments, n, names, given) || !has_stack(given[0]) || !PyTuple_CheckExact(given[2]))
        AS_PYTHON(ask);
    PyTypeObject *type = (PyTypeObject *)from_module("acis_rules.kernel.state", "Question", &question_type);
    if (!type || !PyType_IsSubtype(type, &PyTuple_Type))
        AS_PYTHON(ask);
    PyObject *question = type->tp_alloc(type, 7);
    if (!question)
        return NULL;
    for (int i = 0; i < 7; i++)
        PyTuple_SET_ITEM(question, i, Py_NewRef(given[3 + i]));
    PyObject *more = given[2];
    if (put_frame(given[0], given[1], &PyTuple_GET_ITEM(more, 0), PyTuple_GET_SIZE(more)) < 0) {
        Py_DECREF(question);
        return NULL;
    }
    SET_FIELD(given[0], question, question);
    Py_RETURN_NONE;
}

#define MOST_ARGUMENTS 24

/* Take the top frame (a reference) off the stack; NULL with an error if it is none. */
static PyObject *take_frame(PyObject *stack) {
    Py_ssize_t size = PyList_GET_SIZE(stack);
    if (!size) {
        PyErr_SetString(PyExc_IndexError, "pop from empty list");
        return NULL;
    }
    PyObject *frame = PyList_GET_ITEM(stack, size - 1);
    if (!PyTuple_Check(frame) || !PyTuple_GET_SIZE(frame) || PyTuple_GET_SIZE(frame) > MOST_ARGUMENTS) {
        PyErr_Format(PyExc_TypeError, "%R is no frame of pending work", frame);
        return NULL;
    }
    Py_SET_SIZE(stack, size - 1); /* the list's reference is ours now */
    return frame;
}

/* functions[frame[0]](s, [action,] *frame[1:]) */
static int do_frame(PyObject *functions, PyObject *s, PyObject *action, PyObject *frame) {
    PyObject *name = PyTuple_GET_ITEM(frame, 0);
    PyObject *function = PyDict_GetItemWithError(functions, name);
    if (!function) {
        if (!PyErr_Occurred())
            PyErr_SetObject(PyExc_KeyError, name);
        return -1;
    }
    PyObject *given[MOST_ARGUMENTS + 3];
    Py_ssize_t k = 1, size = PyTuple_GET_SIZE(frame);
    given[k++] = s;
    if (action)
        given[k++] = action;
    for (Py_ssize_t i = 1; i < size; i++)
        given[k++] = PyTuple_GET_ITEM(frame, i);
    Py_INCREF(function);
    PyObject *done =
        PyObject_Vectorcall(function, given + 1, (size_t)(k - 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    Py_DECREF(function);
    if (!done)
        return -1;
    Py_DECREF(done);
    return 0;
}

static int hand_over(PyObject *s, PyObject *stack, PyObject *action) {
    PyObject *answers = from_module(MACHINE, "_ANSWERS", &machine_answers);
    if (!answers)
        return -1;
    SET_FIELD(s, question, Py_NewRef(Py_None));
    PyObject *frame = take_frame(stack);
    if (!frame)
        return -1;
    int done = do_frame(answers, s, action, frame);
    Py_DECREF(frame);
    return done;
}

COMPILED(answer_question) {
    if (n != 2 || names || !has_stack(arguments[0]))
        AS_PYTHON(answer_question);
    PyObject *stack = Py_NewRef(FIELD(arguments[0], stack));
    int done = hand_over(arguments[0], stack, arguments[1]);
    Py_DECREF(stack);
    if (done < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* The answers to the open question: how many there are (2 stands for more), and the highest. -1: an error. */
static int answers_to(PyObject *question, int *highest) {
    uint64_t words[WIDE];
    if (!PyTuple_Check(question) || PyTuple_GET_SIZE(question) < 3 ||
        !to_words(PyTuple_GET_ITEM(question, 2), words, WIDE)) {
        PyErr_Format(PyExc_TypeError, "%R is no question with a set of answers", question);
        return -1;
    }
    int found = 0;
    *highest = -1;
    for (int w = 0; w < WIDE && found < 2; w++)
        if (words[w]) {
            found += words[w] & (words[w] - 1) ? 2 : 1;
            *highest = 64 * w + 63 - __builtin_clzll(words[w]);
        }
    return found;
}

/* Do pending work until a real question is open: 0, or -1 with an error. */
static int run_on(PyObject *s, PyObject *stack) {
    PyObject *steps = from_module(MACHINE, "_STEPS", &machine_steps);
    if (!steps)
        return -1;
    SET_FIELD(s, asker, Py_NewRef(Py_None));
    for (;;) {
        PyObject *question = FIELD(s, question);
        if (question && question != Py_None) {
            int highest, found = answers_to(question, &highest);
            if (found < 0)
                return -1;
            if (found > 1)
                return 0;
            SET_FIELD(s, asker, Py_NewRef(Py_None));
            PyObject *action = PyLong_FromLong(highest);
            int done = action ? hand_over(s, stack, action) : -1;
            Py_XDECREF(action);
            if (done < 0)
                return -1;
        } else if (PyList_GET_SIZE(stack)) {
            PyObject *frame = take_frame(stack);
            if (!frame)
                return -1;
            Py_ssize_t depth = PyList_GET_SIZE(stack);
            int done = do_frame(steps, s, NULL, frame);
            if (done == 0 && FIELD(s, question) != Py_None) {
                PyObject *asker = Py_BuildValue("(nO)", depth, frame);
                if (asker)
                    SET_FIELD(s, asker, asker);
                else
                    done = -1;
            }
            Py_DECREF(frame);
            if (done < 0)
                return -1;
        } else
            return 0;
    }
}

COMPILED(run) {
    if (n != 1 || names || !has_stack(arguments[0]))
        AS_PYTHON(run);
    PyObject *stack = Py_NewRef(FIELD(arguments[0], stack));
    int done = run_on(arguments[0], stack);
    Py_DECREF(stack);
    if (done < 0)
        return NULL;
    Py_RETURN_NONE;
}

int act_on(PyObject *s, PyObject *number) {
    uint64_t words[WIDE];
    long action;
    PyObject *question = has_stack(s) ? FIELD(s, question) : Py_None;
    if (!to_int(number, &action) || !PyTuple_Check(question) || PyTuple_GET_SIZE(question) < 3 ||
        !to_words(PyTuple_GET_ITEM(question, 2), words, WIDE))
        return -2;
    if (action < 0 || action >= 64 * WIDE || !(words[action >> 6] >> (action & 63) & 1))
        return 0;
    PyObject *stack = Py_NewRef(FIELD(s, stack));
    int done = hand_over(s, stack, number);
    if (done == 0)
        done = run_on(s, stack);
    Py_DECREF(stack);
    return done < 0 ? -1 : 1;
}

COMPILED(act) { /* s, action */
    int done = n == 2 && !names ? act_on(arguments[0], arguments[1]) : -2;
    if (done == -2)
        AS_PYTHON(act);
    return done < 0 ? NULL : PyBool_FromLong(done);
}

/* ----------------------------------------------------------------------------------------- log */

static PyObject *log_type, *event_type;
static Py_ssize_t log_tail, log_hear, log_sealed, log_hidden;
static long log_chunk; /* a longer log seals itself when it is copied */

/* Whether a log is one of ours, whose slots we know. */
static int is_log(PyObject *log) {
    if (!log_type) {
        PyObject *type = from_module("acis_rules.kernel.log", "EventLog", &log_type);
        static PyObject *chunk;
        if (type && from_module("acis_rules.kernel.log", "Event", &event_type) &&
            from_module("acis_rules.kernel.log", "_CHUNK", &chunk)) {
            log_chunk = PyLong_AsLong(chunk);
            log_tail = slot_offset(type, "tail");
            log_hear = slot_offset(type, "hear");
            log_sealed = slot_offset(type, "_sealed");
            log_hidden = slot_offset(type, "_hidden");
        }
        if (PyErr_Occurred()) {
            PyErr_Clear();
            Py_CLEAR(log_type);
            return 0;
        }
    }
    if (!log || (PyObject *)Py_TYPE(log) != log_type)
        return 0;
    PyObject *tail = SLOT(log, log_tail);
    return tail && PyList_CheckExact(tail) && SLOT(log, log_hear);
}

static int add_event(PyObject *log, PyObject *event) {
    PyObject *hear = SLOT(log, log_hear);
    if (hear != Py_None) {
        PyTypeObject *type = (PyTypeObject *)event_type;
        Py_ssize_t size = PyTuple_GET_SIZE(event);
        PyObject *named = type->tp_alloc(type, size);
        if (!named)
            return -1;
        for (Py_ssize_t i = 0; i < size; i++)
            PyTuple_SET_ITEM(named, i, Py_NewRef(PyTuple_GET_ITEM(event, i)));
        Py_INCREF(hear);
        PyObject *heard = PyObject_CallOneArg(hear, named);
        Py_DECREF(hear);
        Py_DECREF(named);
        if (!heard)
            return -1;
        Py_DECREF(heard);
    }
    return PyList_Append(SLOT(log, log_tail), event);
}

#define EVENT_FIELDS 20

/* Words, numbers and tuples of them are in no cycle: nobody has to look for one in such an event. */
static void leave_to_itself(PyObject *event) {
    for (int i = 0; i < EVENT_FIELDS; i++) {
        PyObject *field = PyTuple_GET_ITEM(event, i);
        if (PyObject_IS_GC(field) && (!PyTuple_CheckExact(field) || PyObject_GC_IsTracked(field)))
            return;
    }
    PyObject_GC_UnTrack(event);
}

COMPILED(tell) {
    PyObject *given[MOST_PARAMETERS] = {NULL};
    if (!taken(R_tell, arguments, n, names, given) || !is_state(given[0]) || !is_log(FIELD(given[0], log)))
        AS_PYTHON(tell);
    PyObject *event = PyTuple_New(EVENT_FIELDS);
    if (!event)
        return NULL;
    for (int i = 0; i < EVENT_FIELDS; i++)
        PyTuple_SET_ITEM(event, i, Py_NewRef(given[i + 1]));
    leave_to_itself(event);
    int done = add_event(FIELD(given[0], log), event);
    Py_DECREF(event);
    if (done < 0)
        return NULL;
    Py_RETURN_NONE;
}

int tell_disc(PyObject *s, PyObject *kind, PyObject *faction, PyObject *area, PyObject *cause) {
    static PyObject *one;
    if (!one && !(one = PyLong_FromLong(1)))
        return -1;
    PyObject *given[8] = {s, kind, faction, area, NULL, one, NULL, cause};
    PyObject *all[MOST_PARAMETERS] = {NULL};
    PyObject *first[2] = {s, kind};
    PyObject *log = FIELD(s, log);
    if (!is_log(log) || !taken(R_tell, first, 2, NULL, all)) {
        PyErr_SetString(PyExc_TypeError, "a position without a story");
        return -1;
    }
    PyObject *event = PyTuple_New(EVENT_FIELDS);
    if (!event)
        return -1;
    for (int i = 1; i <= EVENT_FIELDS; i++)
        PyTuple_SET_ITEM(event, i - 1, Py_NewRef(i < 8 && given[i] ? given[i] : all[i]));
    leave_to_itself(event);
    int done = add_event(log, event);
    Py_DECREF(event);
    return done;
}

/* -------------------------------------------------------------------------------------- chance */

/* The next random number below n; `rng` goes on. */
static uint64_t below(uint64_t *rng, uint64_t n) {
    uint64_t z = *rng += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint64_t)((Set)(z ^ z >> 31) * n >> 64);
}

static int chance_of(PyObject *s, uint64_t *rng) {
    Set now;
    if (!is_state(s) || !FIELD(s, rng) || !to_set(FIELD(s, rng), &now) || now >> 64)
        return 0;
    *rng = (uint64_t)now;
    return 1;
}

static int put_chance(PyObject *s, uint64_t rng) {
    PyObject *now = PyLong_FromUnsignedLongLong(rng);
    if (!now)
        return -1;
    SET_FIELD(s, rng, now);
    return 0;
}

COMPILED(random_below) {
    uint64_t rng;
    long most;
    if (n != 2 || names || !chance_of(arguments[0], &rng) || !to_int(arguments[1], &most) || most < 0)
        AS_PYTHON(random_below);
    uint64_t number = below(&rng, (uint64_t)most);
    return put_chance(arguments[0], rng) < 0 ? NULL : PyLong_FromUnsignedLongLong(number);
}

COMPILED(shuffle) {
    uint64_t rng;
    if (n != 2 || names || !chance_of(arguments[0], &rng) || !PyList_CheckExact(arguments[1]))
        AS_PYTHON(shuffle);
    PyObject *items = arguments[1];
    for (Py_ssize_t i = PyList_GET_SIZE(items) - 1; i > 0; i--) {
        Py_ssize_t j = (Py_ssize_t)below(&rng, (uint64_t)i + 1);
        PyObject *one = PyList_GET_ITEM(items, i);
        PyList_SET_ITEM(items, i, PyList_GET_ITEM(items, j));
        PyList_SET_ITEM(items, j, one);
    }
    if (put_chance(arguments[0], rng) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* `mix` of views.py: as Random.shuffle does it, number by number. */
COMPILED(mix) { /* cards, rng */
    static PyObject *random_type, *name;
    if (n != 2 || names || !PyList_CheckExact(arguments[0]) || !from_module("random", "Random", &random_type) ||
        (PyObject *)Py_TYPE(arguments[1]) != random_type ||
        (!name && !(name = PyUnicode_InternFromString("getrandbits")))) {
        PyErr_Clear();
        AS_PYTHON(mix);
    }
    PyObject *cards = arguments[0], *draw = PyObject_GetAttr(arguments[1], name);
    if (!draw)
        return NULL;
    for (Py_ssize_t i = PyList_GET_SIZE(cards) - 1; i > 0; i--) {
        PyObject *bits = PyLong_FromLong(64 - __builtin_clzll((uint64_t)i + 1));
        long j = i + 1;
        while (bits && j > i) {
            PyObject *drawn = PyObject_CallOneArg(draw, bits);
            j = drawn ? PyLong_AsLong(drawn) : -1;
            Py_XDECREF(drawn);
        }
        Py_XDECREF(bits);
        if (j < 0 || !bits) {
            Py_DECREF(draw);
            return NULL;
        }
        PyObject *one = PyList_GET_ITEM(cards, i);
        PyList_SET_ITEM(cards, i, PyList_GET_ITEM(cards, j));
        PyList_SET_ITEM(cards, j, one);
    }
    Py_DECREF(draw);
    Py_RETURN_NONE;
}

/* -------------------------------------------------------------------------------------- copies */

#define MOST_FIELDS 160
static struct {
    Py_ssize_t offset;
    int depth;
} plan[MOST_FIELDS];
static Py_ssize_t planned;

int plan_copy(PyObject *type, PyObject *fields) {
    Py_ssize_t size = PyList_GET_SIZE(fields);
    if (size > MOST_FIELDS) {
        PyErr_SetString(PyExc_ValueError, "too many fields to copy");
        return -1;
    }
    planned = 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        const char *name;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(fields, i), "si", &name, &plan[i].depth) ||
            (plan[i].offset = slot_offset(type, name)) < 0)
            return -1;
    }
    planned = size;
    return 0;
}

static PyObject *copy_log(PyObject *log) {
    PyTypeObject *type = Py_TYPE(log);
    PyObject *new = type->tp_alloc(type, 0);
    PyObject *tail = new ? PyList_GetSlice(SLOT(log, log_tail), 0, PY_SSIZE_T_MAX) : NULL;
    if (!tail) {
        Py_XDECREF(new);
        return NULL;
    }
    SLOT(new, log_tail) = tail;
    SLOT(new, log_sealed) = Py_XNewRef(SLOT(log, log_sealed));
    SLOT(new, log_hidden) = Py_XNewRef(SLOT(log, log_hidden));
    SLOT(new, log_hear) = Py_NewRef(Py_None);
    return new;
}

static PyObject *copy_of(PyObject *value) {
    if (PyList_CheckExact(value))
        return PyList_GetSlice(value, 0, PY_SSIZE_T_MAX);
    if (PyDict_CheckExact(value))
        return PyDict_Copy(value);
    if (PyByteArray_CheckExact(value))
        return PyByteArray_FromStringAndSize(PyByteArray_AS_STRING(value), PyByteArray_GET_SIZE(value));
    if (is_log(value) && PyList_GET_SIZE(SLOT(value, log_tail)) < log_chunk)
        return copy_log(value);
    return PyObject_CallMethod(value, "copy", NULL);
}

static PyObject *copy_rows(PyObject *rows) {
    if (!PyList_CheckExact(rows))
        return PyErr_Format(PyExc_TypeError, "%R is no list of rows", rows);
    Py_ssize_t size = PyList_GET_SIZE(rows);
    PyObject *out = PyList_New(size);
    for (Py_ssize_t i = 0; out && i < size; i++) {
        PyObject *row = copy_of(PyList_GET_ITEM(rows, i));
        if (row)
            PyList_SET_ITEM(out, i, row);
        else
            Py_CLEAR(out);
    }
    return out;
}

PyObject *acis_copy(PyObject *self, PyObject *Py_UNUSED(unused)) {
    PyTypeObject *type = Py_TYPE(self);
    if (type != State_type)
        return PyErr_Format(PyExc_TypeError, "%R is no State", self);
    PyObject *new = type->tp_alloc(type, 0);
    if (!new)
        return NULL;
    for (Py_ssize_t i = 0; i < planned; i++) {
        PyObject *value = SLOT(self, plan[i].offset), *copied;
        if (!value) {
            PyErr_SetString(PyExc_AttributeError, "a position with a field missing cannot be copied");
            copied = NULL;
        } else if (plan[i].depth == 0)
            copied = Py_NewRef(value);
        else
            copied = plan[i].depth == 1 ? copy_of(value) : copy_rows(value);
        if (!copied) {
            Py_DECREF(new);
            return NULL;
        }
        SLOT(new, plan[i].offset) = copied;
    }
    return new;
}
