/* What all parts of the compiled helper share: sets, fields of a position, what a game keeps fixed.

   Everything here mirrors Python functions, which remain the reference. A function of the helper looks at the
   types of what it is given first; whatever is not as usual (another kind of position, a rule that only some
   scenarios have, a wrong argument) it hands to the Python function of the same name, before anything changes.
*/
#ifndef ACIS_HELPER_H
#define ACIS_HELPER_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>
#include <structmember.h>

/* ---------------------------------------------------------------------------------------- sets */

typedef unsigned __int128 Set; /* of areas, cards or factions, bit by bit */

#define MOST_FACTIONS 16 /* the Barbarians among them */
#define MOST_AREAS 128
#define MOST_WONDERS 16
#define WIDE 5 /* words of a set of actions */
#define LEVELS 4
#define BIT(n) ((Set)1 << (n))
#define HAS(set, n) ((int)((set) >> (n) & 1))

/* Members of each group of 8: where the processor has no instruction of its own, the built-in counts are calls. */
static inline uint64_t count_by_byte(uint64_t word) {
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    return (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static inline int count(Set set) {
    uint64_t by_byte = count_by_byte((uint64_t)set) + count_by_byte((uint64_t)(set >> 64));
    return (int)(by_byte * UINT64_C(0x0101010101010101) >> 56);
}

static inline int lowest(Set set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

/* for (FIRST_OF(set); set; NEXT_OF(set)) would hide too much: loops read `while (set) { n = take(&set); ... }` */
static inline int take(Set *set) {
    int n = lowest(*set);
    *set &= *set - 1;
    return n;
}

/* An int of Python as a set: 1, or 0 if it is no set of so few (no error is set). */
int to_words(PyObject *number, uint64_t *words, int n);

#if PY_VERSION_HEX < 0x030E0000 && PYLONG_BITS_IN_DIGIT == 30
#define ACIS_DIGITS 1 /* ints lie open in the headers of these versions; others are asked in words */
static inline const digit *digits_of(PyObject *number, Py_ssize_t *n) {
#if PY_VERSION_HEX < 0x030C0000
    *n = Py_SIZE(number);
    return ((PyLongObject *)number)->ob_digit;
#else
    uintptr_t tag = ((PyLongObject *)number)->long_value.lv_tag;
    *n = (tag & 3) == 2 ? -1 : (Py_ssize_t)(tag >> 3);
    return ((PyLongObject *)number)->long_value.ob_digit;
#endif
}
#endif

static inline int to_set(PyObject *number, Set *set) {
    if (!PyLong_CheckExact(number))
        return 0;
#ifdef ACIS_DIGITS
    Py_ssize_t n;
    const digit *digits = digits_of(number, &n);
    if (n < 0 || n > 5 || (n == 5 && digits[4] > 0xff))
        return 0;
    Set out = 0;
    while (n--)
        out = out << 30 | digits[n];
    *set = out;
    return 1;
#else
    uint64_t words[2];
    if (!to_words(number, words, 2))
        return 0;
    *set = (Set)words[1] << 64 | words[0];
    return 1;
#endif
}

PyObject *from_words(const uint64_t *words, int n); /* WIDE at most */

static inline PyObject *from_set(Set set) {
    if (!(set >> 64))
        return PyLong_FromUnsignedLongLong((uint64_t)set);
    uint64_t words[2] = {(uint64_t)set, (uint64_t)(set >> 64)};
    return from_words(words, 2);
}

/* An int of Python that is small: 1, or 0 (no error is set). */
static inline int to_int(PyObject *number, long *out) {
    int overflow;
    if (!PyLong_CheckExact(number))
        return 0;
#ifdef ACIS_DIGITS
    Py_ssize_t n;
    const digit *digits = digits_of(number, &n);
    if (n == 0 || n == 1) {
        *out = n ? (long)digits[0] : 0;
        return 1;
    }
#endif
    *out = PyLong_AsLongAndOverflow(number, &overflow);
    return !overflow;
}

/* ------------------------------------------------------------------------- fields of a position */

#define STATE_FIELDS(X)                                                                                        \
    X(world) X(epoch) X(turn) X(phase) X(order) X(absent) X(owes_marker) X(civilization) X(home) X(nile)       \
    X(discs) X(at_least) X(supply) X(ready) X(ready_land) X(treasury) X(loot) X(vp) X(reborn) X(discard)       \
    X(aside) X(table) X(investments) X(reserve) X(wonders) X(forbidden) X(allies) X(competition_area)          \
    X(fallen) X(counted) X(rng) X(hand) X(known) X(stack) X(question) X(asker) X(log) X(over)        \
    X(laid) X(drawn) X(peeked) X(resolving) X(marks) X(deck) X(passed)                           \
    X(built_this_turn) X(used) X(omens) X(looted) X(no_talents) X(white) X(announced) X(winners)              \
    X(enemies) X(gold) X(latest_enemy) X(primary_enemy) X(harmed_by) X(arrived)

enum {
#define X(name) F_##name,
    STATE_FIELDS(X)
#undef X
    N_STATE_FIELDS
};

extern Py_ssize_t state_offset[N_STATE_FIELDS];
extern PyTypeObject *State_type, *View_type;
extern Py_ssize_t view_state_offset;

#define SLOT(object, offset) (*(PyObject **)((char *)(object) + (offset)))
#define FIELD(s, name) SLOT(s, state_offset[F_##name]) /* borrowed; NULL if it was deleted */

/* The State that is read: itself, or the one behind a View; NULL for anything else. */
static inline PyObject *state_of(PyObject *seen) {
    if (Py_TYPE(seen) == State_type)
        return seen;
    if (View_type && Py_TYPE(seen) == View_type) {
        PyObject *s = SLOT(seen, view_state_offset);
        return s && Py_TYPE(s) == State_type ? s : NULL;
    }
    return NULL;
}

static inline int is_state(PyObject *s) { return Py_TYPE(s) == State_type; }

/* Give a field a new value, whose reference is taken. */
static inline void set_field(PyObject *s, Py_ssize_t offset, PyObject *value) {
    PyObject *old = SLOT(s, offset);
    SLOT(s, offset) = value;
    Py_XDECREF(old);
}
#define SET_FIELD(s, name, value) set_field(s, state_offset[F_##name], value)

/* The offset of a slot of a class, -1 if it is none (an error is set). */
Py_ssize_t slot_offset(PyObject *type, const char *name);

/* An item of a list (borrowed), NULL if it is no list or too short (no error is set). */
static inline PyObject *item(PyObject *list, Py_ssize_t i) {
    return list && PyList_CheckExact(list) && i >= 0 && i < PyList_GET_SIZE(list) ? PyList_GET_ITEM(list, i)
                                                                                : NULL;
}

/* An item of a tuple (borrowed), NULL if it is no tuple or too short (no error is set). */
static inline PyObject *tuple_item(PyObject *tuple, Py_ssize_t i) {
    return tuple && PyTuple_CheckExact(tuple) && i >= 0 && i < PyTuple_GET_SIZE(tuple) ? PyTuple_GET_ITEM(tuple, i)
                                                                                     : NULL;
}

/* An attribute of what never changes, which holds it (borrowed); NULL if there is none (no error is set). */
static inline PyObject *held_by(PyObject *owner, PyObject *name) {
    PyObject *found = owner ? PyObject_GetAttr(owner, name) : NULL;
    if (!found)
        return PyErr_Clear(), NULL;
    Py_DECREF(found);
    return found;
}

/* A number in a list of ints: 1, or 0 (no error is set). */
static inline int number_at(PyObject *list, Py_ssize_t i, long *out) {
    PyObject *number = item(list, i);
    return number && to_int(number, out);
}

/* Write a number into a list that number_at has looked at: 0, or -1 with an error. */
static inline int put_number(PyObject *list, Py_ssize_t i, long value) {
    PyObject *number = PyLong_FromLong(value);
    return number ? PyList_SetItem(list, i, number) : -1;
}

/* ---------------------------------------------------------- what a game keeps fixed (box/world.py) */

#define MOMENTS(X) X(colour) X(placed) X(lifted) X(lost) X(supplied) X(barred) X(bases) X(held) X(display) \
    X(card_cap) X(won_at_once)

typedef struct {
    PyObject_HEAD
    PyObject *world; /* borrowed: the world holds this */
    int n;           /* civilizations; the Barbarians have this number */
    int n_areas;
    int groups, joint_seas; /* whether there are any */
    Set land, coastal, open_sea, sea, in_play, nile;
    int builds[MOST_FACTIONS];       /* whether a civilization may build Wonders */
    long wonder_discs[MOST_WONDERS]; /* that go on each */
    Set boxed, sees_laid, shown_to_some; /* cards not in the game; factions that see, are seen */
    Set neighbours[MOST_AREAS];
    PyObject *board, *deck, *displays, *knobs, *player, *cards;
#define X(name) PyObject *on_##name;
    MOMENTS(X)
#undef X
} Facts;

Facts *make_facts(PyObject *world); /* borrowed; NULL if that is no world (no error is set) */

typedef struct {
    PyObject *world;
    Facts *facts;
} FactsEntry;
#define FACTS_SEATS 64
extern FactsEntry facts_found[FACTS_SEATS];

static inline Facts *facts_of(PyObject *s) {
    PyObject *world = FIELD(s, world);
    FactsEntry *entry = &facts_found[((uintptr_t)world >> 5) % FACTS_SEATS];
    return entry->world == world && world ? entry->facts : make_facts(world);
}

static inline Set around(const Facts *facts, Set areas) {
    Set out = 0;
    while (areas)
        out |= facts->neighbours[take(&areas)];
    return out;
}

/* The areas with at least so many discs (0: 1 ... 3: 4), by faction: how many factions, 0 if unusual. */
static inline int rows_at(PyObject *s, int level, Set *rows) {
    PyObject *row = item(FIELD(s, at_least), level);
    if (!row || !PyList_CheckExact(row) || PyList_GET_SIZE(row) > MOST_FACTIONS)
        return 0;
    int n = (int)PyList_GET_SIZE(row);
    for (int f = 0; f < n; f++)
        if (!to_set(PyList_GET_ITEM(row, f), &rows[f]))
            return 0;
    return n;
}

static inline int row_of(PyObject *s, int level, long faction, Set *out) {
    PyObject *one = item(item(FIELD(s, at_least), level), faction);
    return one && to_set(one, out);
}

/* The discs of a faction by area, NULL if unusual. */
static inline unsigned char *discs_of(PyObject *s, Py_ssize_t faction, const Facts *facts) {
    PyObject *row = item(FIELD(s, discs), faction);
    if (!row || !PyByteArray_CheckExact(row) || PyByteArray_GET_SIZE(row) < facts->n_areas)
        return NULL;
    return (unsigned char *)PyByteArray_AS_STRING(row);
}

/* The display a faction uses, and an ability on it (borrowed); NULL if unusual (no error is set). */
PyObject *display_of(PyObject *s, const Facts *facts, long faction);
PyObject *ability_of(PyObject *s, const Facts *facts, long faction, long number);

/* -------------------------------------------------------------------------- the Python reference */

#define FUNCTIONS(X)                                                                                           \
    X(members) X(mask_of) X(union) X(lowest)                                                                   \
    X(push) X(ask) X(run) X(act) X(answer_question) X(tell) X(random_below) X(shuffle)                                \
    X(occupied) X(occupied_by_others) X(occupied_by_civilizations) X(controlled) X(shared) X(contested)        \
    X(is_contested) X(competitions) X(cities) X(all_cities) X(settlements) X(camps) X(near) X(strength)        \
    X(strengths) X(full) X(room) X(bases) X(placements) X(dominated) X(wonder_sites) X(last_discs) X(knobs)    \
    X(first_to_fall) X(affordable) X(usable) X(abilities) X(walled_homes) X(place) X(remove) X(return_disc)    \
    X(take_from_hand) X(select) X(whose_discs) X(next_choice) X(resolve) X(mix) X(estates) X(ahead) X(pack)    \
    X(unpack) X(unpack_scaled) X(observed) X(mask_of_actions) X(write_masks) X(write_rows) X(absolute) X(advance)

enum {
#define X(name) R_##name,
    FUNCTIONS(X)
#undef X
    N_FUNCTIONS
};

typedef PyObject *const *Arguments;

/* Let the Python function do it. */
PyObject *reference(int function, Arguments arguments, Py_ssize_t n, PyObject *names);

#define DECLARE(name)                                                                                          \
    PyObject *acis_##name(PyObject *self, Arguments arguments, Py_ssize_t n, PyObject *names);
#define X(name) DECLARE(name)
FUNCTIONS(X)
#undef X

#define COMPILED(name)                                                                                         \
    PyObject *acis_##name(PyObject *Py_UNUSED(self), Arguments arguments, Py_ssize_t n, PyObject *names)
#define AS_PYTHON(name) return reference(R_##name, arguments, n, names)

/* Arguments by position or by name in the order of the Python function's parameters, with its defaults.
   1, or 0 if they do not fit (no error is set). */
#define MOST_PARAMETERS 24
int taken(int function, Arguments arguments, Py_ssize_t n, PyObject *names, PyObject **out);

PyObject *acis_copy(PyObject *self, PyObject *unused);
int plan_copy(PyObject *type, PyObject *fields); /* see `make_copy` */

/* Whether this is a State with a stack of frames. */
int has_stack(PyObject *s);

/* `push`: the name of some work and its arguments go on the stack. 0, or -1 with an error. */
int put_frame(PyObject *s, PyObject *work, Arguments arguments, Py_ssize_t n);

/* Answer the open question and run on: 1; 0 if it is no answer; -1 with an error; -2 if Python has to do it. */
int act_on(PyObject *s, PyObject *action);

/* View, seating and memory of the seat that decides in a RunningGame, and its legal actions (borrowed): 1, or 0
   if Python has to say (no error is set). */
int seen_now(PyObject *running, PyObject *seat, PyObject **out);

/* An event about one disc: `tell(s, kind, faction, area=area, n=1, cause=cause)`. 0, or -1 with an error. */
int tell_disc(PyObject *s, PyObject *kind, PyObject *faction, PyObject *area, PyObject *cause);

/* Call each of those who join in with these arguments: 0, or -1 with an error. */
int joined_in(PyObject *moment, Arguments arguments, Py_ssize_t n);

/* From acis_rules, once it is there (borrowed): NULL and an error if it is not. */
PyObject *from_module(const char *module, const char *name, PyObject **kept);

extern PyObject *references[N_FUNCTIONS];

/* The words that C code compares and tells with, interned. */
#define WORDS(X) X(placed) X(removed) X(disc) X(play) X(chain) X(i) X(picked) X(open_sea)     \
    X(abilities_at) X(wonders_at) X(source) X(investment) X(when) X(card) X(modes) X(options) X(names)           \
    X(declare) X(resolve) X(walls) X(ability) X(abilities) X(wonder) X(wonders) X(does) X(either) X(home)       \
    X(epochs) X(needs) X(without) X(competition) X(needs_coastal_sea) X(topics) X(lacks) X(edge) X(number) X(id)
#define X(word) extern PyObject *w_##word;
WORDS(X)
#undef X

#endif
