// Maps key names in X11 style ("Return", "Ctrl+Shift+Tab", "a") to the parameters of DevTools' key events.

export interface Key {
  key: string;
  code: string;
  windowsVirtualKeyCode: number;
  location: number;
  /** The text that it types. */
  text?: string;
}

/** Modifier bits of the DevTools protocol. */
export const modifierBits = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;
type Modifier = keyof typeof modifierBits;

export const isModifier = (key: string): key is Modifier => key in modifierBits;

const key = (name: string, code: string, windowsVirtualKeyCode: number, more: Partial<Key> = {}): Key => ({
  key: name,
  code,
  windowsVirtualKeyCode,
  location: 0,
  ...more,
});

const enter = key("Enter", "Enter", 13, { text: "\r" });
const shift = key("Shift", "ShiftLeft", 16, { location: 1 });
const control = key("Control", "ControlLeft", 17, { location: 1 });
const alt = key("Alt", "AltLeft", 18, { location: 1 });
const meta = key("Meta", "MetaLeft", 91, { location: 1 });
const escapeKey = key("Escape", "Escape", 27);
const pageUp = key("PageUp", "PageUp", 33);
const pageDown = key("PageDown", "PageDown", 34);
const left = key("ArrowLeft", "ArrowLeft", 37);
const up = key("ArrowUp", "ArrowUp", 38);
const right = key("ArrowRight", "ArrowRight", 39);
const down = key("ArrowDown", "ArrowDown", 40);
const remove = key("Delete", "Delete", 46);

/** By lower-case name: X11 keysyms and common other names. */
const named: ReadonlyMap<string, Key> = new Map(
  Object.entries({
    return: enter,
    enter,
    linefeed: enter,
    kp_enter: key("Enter", "NumpadEnter", 13, { text: "\r", location: 3 }),
    tab: key("Tab", "Tab", 9),
    iso_left_tab: key("Tab", "Tab", 9),
    backspace: key("Backspace", "Backspace", 8),
    delete: remove,
    del: remove,
    escape: escapeKey,
    esc: escapeKey,
    insert: key("Insert", "Insert", 45),
    home: key("Home", "Home", 36),
    end: key("End", "End", 35),
    prior: pageUp,
    page_up: pageUp,
    pageup: pageUp,
    next: pageDown,
    page_down: pageDown,
    pagedown: pageDown,
    left,
    arrowleft: left,
    up,
    arrowup: up,
    right,
    arrowright: right,
    down,
    arrowdown: down,
    menu: key("ContextMenu", "ContextMenu", 93),
    pause: key("Pause", "Pause", 19),
    print: key("PrintScreen", "PrintScreen", 44),
    caps_lock: key("CapsLock", "CapsLock", 20),
    num_lock: key("NumLock", "NumLock", 144),
    scroll_lock: key("ScrollLock", "ScrollLock", 145),
    shift,
    shift_l: shift,
    shift_r: key("Shift", "ShiftRight", 16, { location: 2 }),
    ctrl: control,
    control,
    control_l: control,
    control_r: key("Control", "ControlRight", 17, { location: 2 }),
    alt,
    alt_l: alt,
    option: alt,
    alt_r: key("Alt", "AltRight", 18, { location: 2 }),
    meta,
    meta_l: meta,
    super: meta,
    super_l: meta,
    super_r: key("Meta", "MetaRight", 92, { location: 2 }),
    cmd: meta,
    command: meta,
  }),
);

/** Keysym names of characters; a character is also its own name. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    space: " ",
    exclam: "!",
    quotedbl: '"',
    numbersign: "#",
    dollar: "$",
    percent: "%",
    ampersand: "&",
    apostrophe: "'",
    parenleft: "(",
    parenright: ")",
    asterisk: "*",
    plus: "+",
    comma: ",",
    minus: "-",
    period: ".",
    slash: "/",
    colon: ":",
    semicolon: ";",
    less: "<",
    equal: "=",
    greater: ">",
    question: "?",
    at: "@",
    bracketleft: "[",
    backslash: "\\",
    bracketright: "]",
    asciicircum: "^",
    underscore: "_",
    grave: "`",
    braceleft: "{",
    bar: "|",
    braceright: "}",
    asciitilde: "~",
  }),
);

// Keys of the US layout: the characters without and with Shift, the code and the virtual key code.
const places: readonly [pair: string, code: string, keyCode: number][] = [
  ["`~", "Backquote", 192],
  ["-_", "Minus", 189],
  ["=+", "Equal", 187],
  ["[{", "BracketLeft", 219],
  ["]}", "BracketRight", 221],
  ["\\|", "Backslash", 220],
  [";:", "Semicolon", 186],
  ["'\"", "Quote", 222],
  [",<", "Comma", 188],
  [".>", "Period", 190],
  ["/?", "Slash", 191],
  ["  ", "Space", 32],
  ...[...")!@#$%^&*("].map((shifted, digit): [string, string, number] => [
    `${digit}${shifted}`,
    `Digit${digit}`,
    48 + digit,
  ]),
];

/** The key of a name in any case, or of a single character. Undefined for an unknown name. */
export function keyNamed(name: string): Key | undefined {
  if ([...name].length === 1) return keyOf(name);
  const lower = name.toLowerCase();
  const known = named.get(lower);
  if (known) return known;
  const character = characters.get(lower);
  if (character !== undefined) return keyOf(character);
  const functionKey = /^f([1-9]|1\d|2[0-4])$/.exec(lower)?.[1];
  if (functionKey === undefined) return undefined;
  return key(`F${functionKey}`, `F${functionKey}`, 111 + Number(functionKey));
}

/** The key that types a character. For one on no key `code` is empty; `text` types it all the same. */
export function keyOf(character: string): Key {
  if (character === "\n" || character === "\r") return enter;
  if (character === "\t") return key("Tab", "Tab", 9);
  if (/^[a-z]$/i.test(character)) {
    const letter = character.toUpperCase();
    return key(character, `Key${letter}`, letter.charCodeAt(0), { text: character });
  }
  const place = places.find(([pair]) => pair.includes(character));
  return key(character, place?.[1] ?? "", place?.[2] ?? 0, { text: character });
}

/**
 * The keys of a combination such as `Ctrl+Shift+Tab`, in order. Undefined when a name is unknown. `+` alone or at the
 * end is the character.
 */
export function combination(text: string): Key[] | undefined {
  const names =
    text === "+" ? ["+"] : text.endsWith("++") ? [...text.slice(0, -2).split("+"), "+"] : text.split("+");
  const keys = names.map((name) => keyNamed(name.trim() || " "));
  const known = keys.filter((each) => each !== undefined);
  return known.length === keys.length ? known : undefined;
}
