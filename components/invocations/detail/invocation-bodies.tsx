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
        none={notRecorded(invocation, "payload") ?? "This invocation was invoked without a payload."}
      />
      <Body
        label="Output"
        text={output}
        fileName={`output-${id}.json`}
        none={
          isOpen(invocation)
            ? "There is no output before the invocation is over."
            : (notRecorded(invocation, "output") ?? "This invocation returned nothing.")
        }
      />
    </>
  );
}

/** Why the recorder, or a list, lacks the body of an invocation; undefined for one that the API returned. */
export function notRecorded(invocation: Invocation, what: "payload" | "output"): string | undefined {
  const isCut = what === "payload" ? isPayloadCut(invocation) : isOutputCut(invocation);
  if (!isRecorded(invocation))
    return isCut
      ? `This ${what} is too long for a list. The invocation's page has it, to read and to download.`
      : undefined;
  return isCut
    ? `Not kept: the recorder keeps no ${what} of ${formatCount(recordedHead)} characters or more.`
    : `The recorder has no ${what} of this invocation: there was none, or the API's list did not report it.`;
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
