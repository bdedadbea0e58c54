import { JsonView } from "@/components/json/json-view";
import {
  isGoingOn,
  isOutputCut,
  isPayloadCut,
  isRecorded,
  recordedHead,
} from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { formatCount } from "@/lib/format/numbers";
import { invocationBodiesTexts } from "./invocation-on-demand-messages.ts";

/** Payload and output of an invocation. */
export function InvocationBodies({ invocation }: { invocation: Invocation }) {
  const { id, payload, output } = invocation;
  return (
    <>
      <Body
        label={invocationBodiesTexts.payload}
        text={payload}
        fileName={`payload-${id}.json`}
        none={notRecorded(invocation, "payload") ?? invocationBodiesTexts.noPayload}
      />
      <Body
        label={invocationBodiesTexts.output}
        text={output}
        fileName={`output-${id}.json`}
        none={
          isGoingOn(invocation)
            ? invocationBodiesTexts.outputAppearsAtEnd
            : (notRecorded(invocation, "output") ?? invocationBodiesTexts.noOutput)
        }
      />
    </>
  );
}

/** Why the recorder, or a list, lacks the body of an invocation; undefined for one that the API returned. */
export function notRecorded(invocation: Invocation, what: "payload" | "output"): string | undefined {
  const isCut = what === "payload" ? isPayloadCut(invocation) : isOutputCut(invocation);
  if (!isRecorded(invocation)) return isCut ? invocationBodiesTexts.tooLongToShow(what) : undefined;
  return isCut
    ? invocationBodiesTexts.tooLongToStore(what, formatCount(recordedHead))
    : invocationBodiesTexts.notInHistory(what);
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
