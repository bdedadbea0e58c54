// Regular expressions that can take so long that the page stops: what is repeated is again a repetition, with nothing between
// that tells where one ends, as in `(a+)+`. Each further character then doubles the ways to split a text. Libraries that look for
// these refuse harmless ones as well, such as `(\w+\.)+example`, or take seconds. Of those that take polynomial time only one
// kind is one, as others are useful: `.*.*x`, which one `.*` replaces, takes seconds for a line of 2,000 characters, and so
// does `[^,]*.*x` without a comma. After other characters, as in `id=[^,]*.*x`, only a line with many of these takes long.

/** A part of a pattern: one character or a group, and how often it may occur. */
interface Item {
  /** The sampled characters that it contains. */
  readonly characters: string;
  /** Of a group: what it contains, by alternative. */
  readonly alternatives: readonly (readonly Item[])[];
  readonly min: number;
  readonly max: number;
}

// Printable ASCII, a tab, and letters and a space of others.
const samples = `${String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))}\té漢\u00a0`;
/** A group that occurs up to so many times is not slow enough. */
const fewTimes = 8;

const escaped = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|[pP]\{[^}]*\}|[\s\S])/iy;
const characterClass = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const groupStart = /\((?:\?(?:[a-z-]*:|<?[=!]|<[^>]*>))?/y;
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

/** Whether a valid pattern may stop the page. Some that do not are refused with it, some that do are not found. */
export function isSlowPattern(pattern: string): boolean {
  let at = 0;
  /** What the expression finds here; undefined: nothing. */
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(pattern) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  const readItem = (): Item => {
    if (take(groupStart) !== undefined) {
      const alternatives = readAlternatives();
      at += 1;
      const characters = alternatives.flatMap((items) => items.map((item) => item.characters)).join("");
      return repeated(characters, alternatives);
    }
    const source = (take(escaped) ?? take(characterClass))?.[0] ?? pattern.charAt(at++);
    return repeated(sampled(source), []);
  };
  const repeated = (characters: string, alternatives: Item["alternatives"]): Item => {
    const [, sign, least, comma, most] = take(quantifier) ?? [];
    const min = sign === "+" ? 1 : sign !== undefined ? 0 : Number(least ?? 1);
    const isUnbounded = sign === undefined ? most === "" : sign !== "?";
    const max = isUnbounded
      ? Number.POSITIVE_INFINITY
      : sign === "?"
        ? 1
        : comma === undefined
          ? min
          : Number(most);
    return { characters, alternatives, min, max };
  };
  const readAlternatives = (): readonly (readonly Item[])[] => {
    const alternatives: Item[][] = [[]];
    while (at < pattern.length && pattern[at] !== ")") {
      if (pattern[at] === "|") {
        at += 1;
        alternatives.push([]);
      } else alternatives.at(-1)?.push(readItem());
    }
    return alternatives;
  };
  const alternatives = readAlternatives();
  return alternatives.some(
    (items) => sequenceOf(items).isTwice || beginsWithTwo(items) || items.some(isSlow),
  );
}

/** Where unlimited repetitions of any character are in a part of a pattern. */
interface AnyRepetitions {
  /** Two of them with nothing between that has to be there. */
  readonly isTwice: boolean;
  /** One with nothing before it that has to be there. */
  readonly isFirst: boolean;
  /** One with nothing after it that has to be there. */
  readonly isLast: boolean;
  /** Nothing that tells where one ends has to be there. */
  readonly isPassed: boolean;
}

const nothing: AnyRepetitions = { isTwice: false, isFirst: false, isLast: false, isPassed: true };

/** Whether it is any character, or a group that may be one, however often. */
const isAny = ({ characters, alternatives }: Item): boolean =>
  alternatives.length === 0
    ? characters.length === samples.length
    : alternatives.some(([only, ...others]) => only !== undefined && others.length === 0 && isAny(only));

const sequenceOf = (items: readonly Item[]): AnyRepetitions =>
  items.map(anyRepetitionsOf).reduce(
    (one, next) => ({
      isTwice: one.isTwice || next.isTwice || (one.isLast && next.isFirst),
      isFirst: one.isFirst || (one.isPassed && next.isFirst),
      isLast: next.isLast || (next.isPassed && one.isLast),
      isPassed: one.isPassed && next.isPassed,
    }),
    nothing,
  );

/** Whether one of any character follows one of nearly any at once, with which the pattern begins. */
const beginsWithTwo = ([first, ...others]: readonly Item[]): boolean =>
  first?.max === Number.POSITIVE_INFINITY &&
  first.characters.length >= 0.9 * samples.length &&
  first.alternatives.length === 0 &&
  sequenceOf(others).isFirst;

function anyRepetitionsOf(item: Item): AnyRepetitions {
  const { characters, alternatives, min, max } = item;
  const found = alternatives.map(sequenceOf);
  const isFirst = found.some((each) => each.isFirst);
  const isLast = found.some((each) => each.isLast);
  const isRepeated = isAny(item) && max === Number.POSITIVE_INFINITY;
  const mayBeEmpty =
    min === 0 || (alternatives.length === 0 ? characters === "" : found.some((each) => each.isPassed));
  return {
    isTwice: found.some((each) => each.isTwice) || (max > 1 && isFirst && isLast),
    isFirst: isFirst || isRepeated,
    isLast: isLast || isRepeated,
    isPassed: mayBeEmpty || isAny(item),
  };
}

/** The sampled characters that a pattern of one character matches; none for an assertion or a reference. */
function sampled(source: string): string {
  if (source === "^" || source === "$") return "";
  const one = new RegExp(`^(?:${source})$`, "i");
  return [...samples].filter((character) => one.test(character)).join("");
}

const overlap = (one: string, other: string) => [...one].some((character) => other.includes(character));
const varies = ({ min, max }: Item) => max > 1 && max !== min;
const variableIn = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => (varies(item) ? [item] : item.alternatives.flatMap(variableIn)));

function isSlow(item: Item): boolean {
  const { alternatives, max } = item;
  if (alternatives.some((items) => items.some(isSlow))) return true;
  if (max <= fewTimes) return false;
  const choices = alternatives.flatMap(([first, second]) =>
    first === undefined || second !== undefined ? [] : [first.characters],
  );
  return (
    alternatives.some((items) => isUnseparated(items)) ||
    choices.some((one, index) => choices.slice(index + 1).some((other) => overlap(one, other)))
  );
}

/** Whether it stands for one character that is always there. */
const isOne = ({ min, alternatives, characters }: Item) =>
  min > 0 && alternatives.length === 0 && characters !== "";

/**
 * Whether a repetition of these can be split in several ways: two of them that vary share a character, and no other tells
 * where one ends.
 */
function isUnseparated(items: readonly Item[]): boolean {
  const variable = variableIn(items);
  const separators = items.filter(
    (item) =>
      isOne(item) && variable.every((other) => other === item || !overlap(other.characters, item.characters)),
  );
  // One that varies itself, as in (\S+\s+)+, needs a second one.
  if (separators.every(varies) && separators.length < 2) return variable.length > 0;
  const first = items.findIndex((item) => separators.includes(item));
  let open: Item[] = [];
  // From a separator on, and over the end into the next repetition.
  for (const item of [...items.slice(first + 1), ...items.slice(0, first)]) {
    if (isOne(item)) open = open.filter(({ characters }) => overlap(characters, item.characters));
    const next = variableIn([item]);
    if (next.some((one) => open.some(({ characters }) => overlap(characters, one.characters)))) return true;
    open.push(...next);
  }
  return false;
}
