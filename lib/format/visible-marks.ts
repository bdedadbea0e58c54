// Names that others chose stand in sentences of ours, where their bidirectional marks would turn what follows.

const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Formats a character that is not seen itself: `⟨U+202E⟩`. */
export const visibleMark = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** The text with its bidirectional marks written out: to be shown, never to be sent or copied. */
export const visibleMarks = (text: string): string => text.replace(marks, visibleMark);
