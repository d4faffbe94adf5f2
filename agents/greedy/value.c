/* `estates` and `ahead` of agents/greedy/value.py: sums in the same order, so that every last bit is the same. */
#include "helper.h"

#define CONSTANTS(X)                                                                                           \
    X(FOUGHT_FOR) X(SHARED) X(GROWTH) X(READY) X(READY_NOW) X(TALENT) X(WONDER_LATER) X(FAR_WONDER)            \
    X(INVESTED) X(DOMINATED) X(LOOT) X(SUPPLY) X(OPEN_SEA_LATER) X(MOST_INVESTED) X(LOOT_DISCS) X(CITY)            \
    X(LEADER)

#define X(name) static double name;
CONSTANTS(X)
#undef X
#define SIZES 5 /* discs in an area that make a difference: 0 to 4 */
static double LAND_NOW[SIZES], LAND_LATER[SIZES], SEA_LATER[3];
static PyObject *card_worths;

static int read_numbers(PyObject *module, const char *name, double *out, int n) {
    PyObject *numbers = PyObject_GetAttrString(module, name);
    int fine = numbers && PyTuple_Check(numbers) && PyTuple_GET_SIZE(numbers) == n;
    for (int i = 0; fine && i < n; i++)
        out[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(numbers, i));
    Py_XDECREF(numbers);
    return fine && !PyErr_Occurred();
}

/* The numbers of value.py, read once: 1, or 0 if they are not there. */
static int know_numbers(void) {
    static int known;
    if (known)
        return 1;
    PyObject *module = PyImport_ImportModule("agents.greedy.value");
    if (!module)
        return 0;
    int fine = read_numbers(module, "LAND_NOW", LAND_NOW, SIZES) &&
               read_numbers(module, "LAND_LATER", LAND_LATER, SIZES) && read_numbers(module, "SEA_LATER", SEA_LATER, 3);
#define X(name)                                                                                                \
    if (fine) {                                                                                                \
        PyObject *number = PyObject_GetAttrString(module, #name);                                              \
        name = number ? PyFloat_AsDouble(number) : 0;                                                          \
        Py_XDECREF(number);                                                                                    \
        fine = !PyErr_Occurred();                                                                              \
    }
    CONSTANTS(X)
#undef X
    fine = fine && (card_worths = PyObject_GetAttrString(module, "card_worths"));
    Py_DECREF(module);
    return known = fine;
}

/* Discs left after a competition in which nobody pays: `fought` in value.py. */
static void fight(long *left, int size) {
    for (;;) {
        int present[MOST_FACTIONS], alive = 0;
        long most = 0, all = 0;
        for (int f = 0; f < size; f++) {
            present[f] = left[f] != 0;
            alive += present[f];
            all += left[f];
            most = left[f] > most ? left[f] : most;
        }
        if (alive < 2 || most < 2)
            return;
        if (alive == 2) { /* the larger keeps the difference and one, equals keep one each */
            for (int f = 0; f < size; f++)
                left[f] = left[f] == most ? most - (all - most) + 1 : 0;
            return;
        }
        int hit[MOST_FACTIONS] = {0};
        for (long discs = 1; discs <= most; discs++) {
            int still = 0;
            long largest = 0;
            for (int f = 0; f < size; f++) {
                still += left[f] != 0;
                largest = left[f] > largest ? left[f] : largest;
            }
            if (still < 2 || largest < 2)
                break;
            for (int f = 0; f < size; f++)
                if (present[f] && left[f] == discs && !hit[f]) {
                    hit[f] = 1;
                    left[f]--;
                }
        }
    }
}

typedef struct {
    long area, faction, n;
} White;

#define MOST_WHITE 256
#define MOST_WONDERS 16
#define MOST_CARDS 128

static long smaller(long a, long b) { return a < b ? a : b; }

/* The worth of each civilization: how many there are, 0 if anything is unusual (no error is set). */
static int weigh(PyObject *s, const double *weights, double *out) {
    double counts = weights[0], later = weights[1], stays = weights[2];
    Facts *facts = facts_of(s);
    if (!facts || !know_numbers()) {
        PyErr_Clear();
        return 0;
    }
    int civilizations = facts->n, size = civilizations + 1;
    Set land = facts->land, coastal = facts->coastal;
    Set first[MOST_FACTIONS], second[MOST_FACTIONS], third[MOST_FACTIONS], fourth[MOST_FACTIONS];
    const unsigned char *rows[MOST_FACTIONS];
    if (rows_at(s, 0, first) != size || rows_at(s, 1, second) != size || rows_at(s, 2, third) != size ||
        rows_at(s, 3, fourth) != size)
        return 0;
    for (int f = 0; f < size; f++)
        if (!(rows[f] = discs_of(s, f, facts)))
            return 0;

    double on_land[SIZES], at_sea_worth[SIZES];
    for (int k = 0; k < SIZES; k++) {
        on_land[k] = LAND_NOW[k] + LAND_LATER[k] * later + (k >= CITY ? counts : 0.0);
        at_sea_worth[k] = SEA_LATER[k < 2 ? k : 2] * later;
    }
    Set once = 0, twice = 0, pairs = 0;
    for (int f = 0; f < size; f++) {
        twice |= once & first[f];
        once |= first[f];
        pairs |= second[f];
    }
    White white[MOST_WHITE];
    int n_white = 0;
    PyObject *allies = FIELD(s, allies), *key, *value;
    Py_ssize_t at = 0;
    if (!allies || !PyDict_CheckExact(allies) || PyDict_GET_SIZE(allies) > MOST_WHITE)
        return 0;
    while (PyDict_Next(allies, &at, &key, &value)) {
        White *one = &white[n_white++];
        if (!PyTuple_CheckExact(key) || PyTuple_GET_SIZE(key) != 2 ||
            !to_int(PyTuple_GET_ITEM(key, 0), &one->area) || !to_int(PyTuple_GET_ITEM(key, 1), &one->faction) ||
            !to_int(value, &one->n) || one->area < 0 || one->area >= facts->n_areas || one->faction < 0 ||
            one->faction >= size)
            return 0;
        pairs |= BIT(one->area);
    }
    Set fights = twice & pairs & ~facts->open_sea;

    static PyObject *minimum_name;
    PyObject *cards = PyObject_CallOneArg(card_worths, facts->deck);
    if (!cards || !PyTuple_CheckExact(cards) ||
        (!minimum_name && !(minimum_name = PyUnicode_InternFromString("minimum_growth"))))
        goto unusual;
    for (int f = 0; f < civilizations; f++) {
        Set here = first[f], one = here & ~fights, two = second[f] & ~fights, three = third[f] & ~fights;
        Set camps = one & ~two & land, cities = three & land;
        long four = count(fourth[f] & cities), supply, ready, treasury, loot, minimum;
        PyObject *vp = item(FIELD(s, vp), f), *hand = item(FIELD(s, hand), f);
        Set held;
        if (!vp || !hand || !to_set(hand, &held) || !number_at(FIELD(s, supply), f, &supply) ||
            !number_at(FIELD(s, ready), f, &ready) || !number_at(FIELD(s, treasury), f, &treasury) ||
            !number_at(FIELD(s, loot), f, &loot) || f >= PyTuple_GET_SIZE(facts->knobs))
            goto unusual;
        PyObject *knob = PyObject_GetAttr(PyTuple_GET_ITEM(facts->knobs, f), minimum_name);
        int fine = knob && to_int(knob, &minimum);
        Py_XDECREF(knob);
        if (!fine)
            goto unusual;
        double worth;
        if (PyLong_CheckExact(vp))
            worth = PyLong_AsDouble(vp);
        else {
            PyObject *points = PyNumber_Float(vp);
            if (!points)
                goto unusual;
            worth = PyFloat_AS_DOUBLE(points);
            Py_DECREF(points);
        }
        worth += on_land[1] * (count(camps) - (1 - SHARED) * count(camps & twice));
        worth += on_land[2] * count(two & ~three & land);
        worth += on_land[3] * (count(cities) - four) + on_land[4] * four;
        long gain = count(second[f] & ~third[f] & land);
        Set at_sea = here & coastal;
        if (at_sea) {
            worth += at_sea_worth[1] * count(one & ~two & coastal) + at_sea_worth[2] * count(two & coastal);
            long dominated = 0;
            Set seas = at_sea & ~twice, controls = here & ~twice;
            while (seas) {
                Set coast = facts->neighbours[take(&seas)] & land;
                dominated += coast && !(coast & ~controls);
            }
            worth += DOMINATED * dominated;
            gain += count(at_sea) / 2;
            Set reach = at_sea | around(facts, at_sea);
            for (int other = 0; other < civilizations; other++)
                gain += other != f && (first[other] & reach);
        }
        if (gain < minimum)
            gain = minimum;
        worth += GROWTH * later * smaller(gain, supply + ready + 2);
        worth += OPEN_SEA_LATER * later * count(one & facts->open_sea);
        worth += READY * ready * (READY_NOW + later) + SUPPLY * supply * later;
        worth += TALENT * (treasury + loot);
        double in_hand = 0.0;
        while (held) {
            int card = take(&held);
            if (card >= PyTuple_GET_SIZE(cards) || !PyFloat_CheckExact(PyTuple_GET_ITEM(cards, card)))
                goto unusual;
            in_hand += PyFloat_AS_DOUBLE(PyTuple_GET_ITEM(cards, card));
        }
        worth += stays * in_hand;
        out[f] = worth;
    }
    Py_CLEAR(cards);
    while (fights) {
        int area = take(&fights);
        int is_land = HAS(land, area);
        const double *table = is_land ? on_land : at_sea_worth;
        long strength[MOST_FACTIONS], after[MOST_FACTIONS], left = 0;
        for (int f = 0; f < size; f++)
            strength[f] = area < facts->n_areas ? rows[f][area] : 0;
        for (int i = 0; i < n_white; i++)
            if (white[i].area == area)
                strength[white[i].faction] += white[i].n;
        memcpy(after, strength, sizeof after);
        fight(after, size);
        for (int f = 0; f < size; f++)
            left += after[f];
        for (int f = 0; f < civilizations; f++)
            if (after[f]) {
                out[f] += FOUGHT_FOR * table[smaller(smaller(after[f], rows[f][area]), 4)];
                long rival = 0;
                for (int g = 0; g < size; g++)
                    if (g != f && strength[g] > rival)
                        rival = strength[g];
                if (left == after[f] && rival >= LOOT_DISCS)
                    out[f] += is_land ? LOOT : 0.0;
            }
    }
    PyObject *wonders = FIELD(s, wonders);
    if (!wonders || !PyList_CheckExact(wonders))
        goto unusual;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(wonders); i++) {
        PyObject *wonder = PyList_GET_ITEM(wonders, i);
        long owner, area;
        if (!PyTuple_Check(wonder) || PyTuple_GET_SIZE(wonder) != 4 ||
            !to_int(PyTuple_GET_ITEM(wonder, 0), &owner) || !to_int(PyTuple_GET_ITEM(wonder, 1), &area))
            goto unusual;
        if (owner < 0 || PyTuple_GET_ITEM(wonder, 3) != Py_False)
            continue;
        if (owner >= civilizations || area < 0 || area >= facts->n_areas)
            goto unusual;
        out[owner] += (counts + WONDER_LATER * later) * (HAS(first[owner], area) ? 1.0 : FAR_WONDER);
    }
    PyObject *investments = FIELD(s, investments);
    if (!investments || !PyDict_CheckExact(investments))
        goto unusual;
    at = 0;
    while (PyDict_Next(investments, &at, &key, &value)) {
        long owner, discs;
        if (!PyTuple_Check(value) || PyTuple_GET_SIZE(value) != 2 ||
            !to_int(PyTuple_GET_ITEM(value, 0), &owner) || !to_int(PyTuple_GET_ITEM(value, 1), &discs) ||
            owner < 0 || owner >= civilizations)
            goto unusual;
        out[owner] += INVESTED * smaller(discs, (long)MOST_INVESTED) * (later < 1.0 ? later : 1.0);
    }
    return civilizations;
unusual:
    PyErr_Clear();
    Py_XDECREF(cards);
    return 0;
}

/* The last three arguments, counts, later and stays, as numbers: 1, or 0. */
static int to_weights(Arguments arguments, double *weights) {
    for (int i = 0; i < 3; i++) {
        if (!PyFloat_CheckExact(arguments[i]))
            return 0;
        weights[i] = PyFloat_AS_DOUBLE(arguments[i]);
    }
    return 1;
}

COMPILED(estates) { /* s, counts, later, stays */
    double weights[3], out[MOST_FACTIONS];
    int civilizations;
    if (n != 4 || names || !is_state(arguments[0]) || !to_weights(arguments + 1, weights) ||
        !(civilizations = weigh(arguments[0], weights, out)))
        AS_PYTHON(estates);
    PyObject *list = PyList_New(civilizations);
    for (int f = 0; list && f < civilizations; f++) {
        PyObject *worth = PyFloat_FromDouble(out[f]);
        if (worth)
            PyList_SET_ITEM(list, f, worth);
        else
            Py_CLEAR(list);
    }
    return list;
}

COMPILED(ahead) { /* s, players, seat, counts, later, stays */
    double weights[3], out[MOST_FACTIONS], by_seat[MOST_FACTIONS] = {0};
    int civilizations, seats = 0;
    long seat;
    if (n != 6 || names || !is_state(arguments[0]) || !PyTuple_CheckExact(arguments[1]) ||
        !to_int(arguments[2], &seat) || !to_weights(arguments + 3, weights) ||
        !(civilizations = weigh(arguments[0], weights, out)) || civilizations != PyTuple_GET_SIZE(arguments[1]))
        AS_PYTHON(ahead);
    for (int f = 0; f < civilizations; f++) {
        long player;
        if (!to_int(PyTuple_GET_ITEM(arguments[1], f), &player) || player < 0 || player >= MOST_FACTIONS)
            AS_PYTHON(ahead);
        by_seat[player] += out[f];
        seats = player >= seats ? (int)player + 1 : seats;
    }
    if (seat < 0 || seat >= seats)
        AS_PYTHON(ahead);
    if (seats == 1)
        return PyFloat_FromDouble(by_seat[seat]);
    double strongest = -Py_HUGE_VAL, together = 0.0;
    for (int other = 0; other < seats; other++)
        if (other != seat) {
            strongest = by_seat[other] > strongest ? by_seat[other] : strongest;
            together += by_seat[other];
        }
    return PyFloat_FromDouble(by_seat[seat] - LEADER * strongest - (1 - LEADER) * together / (seats - 1));
}
