import { withVisibleMarks } from "@/components/ui/visible-marks";
import type { Invocation } from "@/lib/contract/invocations";
import type { JsonStep } from "@/lib/format/json-path";
import { jsonCellTexts } from "./invocation-list-messages.ts";
import { type JsonSource, previewAt, previewOf } from "./json-source.ts";

/** The beginning of a payload or output, on one line. */
export function JsonPreview({ text }: { text: string | null | undefined }) {
  const preview = previewOf(text);
  return preview === undefined ? (
    <Quiet text="–" />
  ) : (
    withVisibleMarks(<span title={preview}>{preview}</span>)
  );
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
      return withVisibleMarks(<span title={seen.text}>{seen.text === "" ? '""' : seen.text}</span>);
    case "missing":
      return <Quiet text="–" />;
    case "not-json":
      return <Quiet text={jsonCellTexts.notJson} title={jsonCellTexts.sourceIsNotJson(source)} />;
    case "too-large":
      return <Quiet text={jsonCellTexts.tooLarge} title={jsonCellTexts.tooLargeHint} />;
  }
}

function Quiet({ text, title }: { text: string; title?: string }) {
  return (
    <span className="font-sans text-ink-3" {...(title === undefined ? {} : { title })}>
      {text}
    </span>
  );
}
