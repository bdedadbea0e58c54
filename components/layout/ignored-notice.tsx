/** Names the URL parameters that could not be parsed and are ignored; renders nothing without any. */
export function IgnoredNotice({ ignored }: { ignored: readonly { path: string; message: string }[] }) {
  if (ignored.length === 0) return null;
  return (
    <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn break-words">
      Left aside from the address:{" "}
      {ignored.map(({ path, message }) => `${path.replace(/^query\./, "")} (${message})`).join(", ")}
    </p>
  );
}
