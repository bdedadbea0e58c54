/** `title` with `notes` in brackets before it, replacing `before`, the previous brackets. */
export function withTitlePrefix(
  title: string,
  before: string,
  notes: readonly string[],
): { title: string; prefix: string } {
  const bare = title.startsWith(before) ? title.slice(before.length) : title;
  const prefix = notes.length === 0 ? "" : `(${notes.join(", ")}) `;
  return { title: prefix + bare, prefix };
}
