import type { Invocation } from "@/lib/contract/invocations";
import type { JsonStep } from "@/lib/format/json-path";
import { type JsonSource, previewAt, previewOf } from "./json-source.ts";

/** The beginning of a payload or output, on one line. */
export function JsonPreview({ text }: { text: string | null | undefined }) {
  const preview = previewOf(text);
  return preview === undefined ? <Quiet text="–" /> : <span title={preview}>{preview}</span>;
}

/** The value at a path: a dash if it is missing, a message if the text cannot be parsed. */
export function JsonCell({
  row,
  source,
  steps,
}: {
  row: Invocation;
  source: JsonSource;
  steps: readonly JsonStep[];
}) {
  const seen = previewAt(row, source, steps);
  switch (seen.kind) {
    case "value":
      return <span title={seen.text}>{seen.text === "" ? '""' : seen.text}</span>;
    case "missing":
      return <Quiet text="–" />;
    case "not-json":
      return <Quiet text="not JSON" title={`The ${source} is not JSON.`} />;
    case "too-large":
      return <Quiet text="too large" title="Over 1 MB. Open the invocation to read it." />;
  }
}

function Quiet({ text, title }: { text: string; title?: string }) {
  return (
    <span className="font-sans text-ink-3" {...(title === undefined ? {} : { title })}>
      {text}
    </span>
  );
}
