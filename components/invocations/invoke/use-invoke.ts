"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { jsonFaultOf } from "@/components/json-editor/json-fault";
import { useOpenAfterAct } from "@/components/layout/use-open-after-act";
import { notify } from "@/components/ui/toast";
import { useGone } from "@/components/ui/use-gone";
import { readFailure } from "@/lib/format/error-message";
import { resultNotKnown } from "@/lib/format/failure-messages";
import { paths } from "@/lib/paths";
import { BffError } from "@/lib/queries/bff";
import { invocationMutations } from "@/lib/queries/invocations";
import { mayHaveBegun } from "./invoke-failure.ts";
import {
  type BodyKey,
  checkFields,
  type FieldFaults,
  faultsOfDetails,
  type InvokeFields,
} from "./invoke-fields.ts";
import { invokeOutcomeTexts, invokeTexts } from "./invoke-messages.ts";

const faultText = (payload: string): string | undefined => {
  const fault = payload.trim() === "" ? undefined : jsonFaultOf(payload);
  return fault && invokeTexts.lineColumn({ line: fault.line, column: fault.column, message: fault.message });
};

/** The second click of a double click may come after the answer to the first. */
const doubleClickMs = 500;

/** Sends a form once per submission. An asynchronous invocation opens its page, a synchronous one shows
 *  its result here; if the page was left, a toast reports it. */
export function useInvoke(onSent: (fields: InvokeFields, id: string) => void) {
  const openAfterAct = useOpenAfterAct();
  const create = useMutation(invocationMutations.create());
  const [faults, setFaults] = useState<FieldFaults>({});
  // Guards against a second submission before the state is rendered.
  const isSending = useRef(false);
  const sentAtMs = useRef(Number.NEGATIVE_INFINITY);
  const gone = useGone();

  /** Resolves to the invalid fields, if there are any; then nothing was sent. */
  const send = async (fields: InvokeFields): Promise<FieldFaults | undefined> => {
    if (isSending.current || performance.now() - sentAtMs.current < doubleClickMs) return undefined;
    const checked = checkFields(fields, faultText(fields.payload));
    setFaults(checked.ok ? {} : checked.faults);
    if (!checked.ok) return checked.faults;
    isSending.current = true;
    try {
      const invocation = await create.mutateAsync(checked.body);
      sentAtMs.current = performance.now();
      if (invocation === undefined) return undefined;
      onSent(fields, invocation.id);
      if (checked.body.async) {
        notify.done(invokeTexts.invocationQueued, `${checked.body.action_name} ${invocation.id}`);
        if (!gone.current) openAfterAct(paths.invocation(invocation.id));
      } else if (gone.current) {
        notify.note(
          invokeTexts.invocation(invocation.status),
          `${checked.body.action_name} ${invocation.id}`,
        );
      }
    } catch (error) {
      if (gone.current)
        notify.failed(
          mayHaveBegun(error) ? resultNotKnown : invokeOutcomeTexts.notInvoked,
          readFailure(error).message,
        );
      if (error instanceof BffError && error.status === 400)
        setFaults(faultsOfDetails([...error.details, error.message]));
    } finally {
      isSending.current = false;
    }
    return undefined;
  };

  const forget = (key: BodyKey) => setFaults(({ [key]: _, ...rest }) => rest);
  return { create, faults, send, forget };
}

export type Invoke = ReturnType<typeof useInvoke>;
