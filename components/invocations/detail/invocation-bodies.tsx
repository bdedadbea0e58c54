import { JsonView } from "@/components/json/json-view";
import { isOutputCut, isPayloadCut, isRecorded, recordedHead } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { formatCount } from "@/lib/format/numbers";

/** Payload and output of an invocation. */
export function InvocationBodies({ invocation }: { invocation: Invocation }) {
  const { id, payload, output } = invocation;
  return (
    <>
      <Body
        label="Payload"
        text={payload}
        fileName={`payload-${id}.json`}
        none={notRecorded(invocation, "payload") ?? "No payload."}
      />
      <Body
        label="Output"
        text={output}
        fileName={`output-${id}.json`}
        none={
          isOpen(invocation)
            ? "The output appears when the invocation ends."
            : (notRecorded(invocation, "output") ?? "No output.")
        }
      />
    </>
  );
}

/** Why the recorder, or a list, lacks the body of an invocation; undefined for one that the API returned. */
export function notRecorded(invocation: Invocation, what: "payload" | "output"): string | undefined {
  const isCut = what === "payload" ? isPayloadCut(invocation) : isOutputCut(invocation);
  if (!isRecorded(invocation))
    return isCut ? `This ${what} is too long to show here. Open the invocation to read it.` : undefined;
  return isCut
    ? `Not stored: the ${what} has ${formatCount(recordedHead)} characters or more.`
    : `The history has no ${what} of this invocation.`;
}

function Body({
  label,
  text,
  fileName,
  none,
}: {
  label: string;
  text: string | null | undefined;
  fileName: string;
  none: string;
}) {
  if (text) return <JsonView label={label} text={text} fileName={fileName} />;
  return (
    <section aria-label={label} className="rounded-md border border-line bg-sunk px-3 py-2">
      <h2 className="text-label font-medium text-ink-2">{label}</h2>
      <p className="text-ink-3">{none}</p>
    </section>
  );
}
