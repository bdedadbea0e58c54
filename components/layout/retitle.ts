/** `title` with `notes` in brackets before it, in place of `before`, the brackets put there last. */
export function retitle(
  title: string,
  before: string,
  notes: readonly string[],
): { title: string; prefix: string } {
  const bare = title.startsWith(before) ? title.slice(before.length) : title;
  const prefix = notes.length === 0 ? "" : `(${notes.join(", ")}) `;
  return { title: prefix + bare, prefix };
}
