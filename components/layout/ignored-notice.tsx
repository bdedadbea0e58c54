/** Says which parts of the address could not be read and are left aside; nothing when all could. */
export function IgnoredNotice({ ignored }: { ignored: readonly { path: string; message: string }[] }) {
  if (ignored.length === 0) return null;
  return (
    <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn break-words">
      Left aside from the address:{" "}
      {ignored.map(({ path, message }) => `${path.replace(/^query\./, "")} (${message})`).join(", ")}
    </p>
  );
}
