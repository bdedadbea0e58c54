/** A text as a field can edit it, which knows line feeds only. */
export interface EditableText {
  text: string;
  /** The bytes' text of an edited one: with the line ends and the byte order mark of the original. */
  write: (edited: string) => string;
  /** The original has line ends of several kinds, of which all become the most frequent one. */
  isMixed: boolean;
}

const byteOrderMark = "\ufeff";

export function editableText(original: string): EditableText {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : "";
  const bare = original.slice(mark.length);
  const pairs = bare.split("\r\n").length - 1;
  const text = bare.replace(/\r\n?/g, "\n");
  const lineEnd = 2 * pairs > text.split("\n").length - 1 ? "\r\n" : "\n";
  const write = (edited: string) => mark + edited.replaceAll("\n", lineEnd);
  return { text, write, isMixed: write(text) !== original };
}
