"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { jsonFaultOf } from "@/components/json-editor/json-fault";
import { notify } from "@/components/ui/toast";
import { paths } from "@/lib/paths";
import { BffError } from "@/lib/queries/bff";
import { invocationMutations } from "@/lib/queries/invocations";
import {
  type BodyKey,
  checkFields,
  type FieldFaults,
  faultsOfDetails,
  type InvokeFields,
} from "./invoke-fields.ts";

const faultText = (payload: string): string | undefined => {
  const fault = payload.trim() === "" ? undefined : jsonFaultOf(payload);
  return fault && `Line ${fault.line}, column ${fault.column}: ${fault.message}`;
};

/** Sends a form once per press. An asynchronous run leads to its own page, a synchronous one ends here; who has left
 *  meanwhile is told by a notice. */
export function useInvoke(onSent: (fields: InvokeFields, id: string) => void) {
  const router = useRouter();
  const create = useMutation(invocationMutations.create());
  const [faults, setFaults] = useState<FieldFaults>({});
  // State is not yet rendered between two presses of one frame; the ref is.
  const firing = useRef(false);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  /** Answers the fields at fault, when there are any and nothing was sent. */
  const send = async (fields: InvokeFields): Promise<FieldFaults | undefined> => {
    if (firing.current) return undefined;
    const checked = checkFields(fields, faultText(fields.payload));
    setFaults(checked.ok ? {} : checked.faults);
    if (!checked.ok) return checked.faults;
    firing.current = true;
    try {
      const run = await create.mutateAsync(checked.body);
      if (run === undefined) return undefined;
      onSent(fields, run.id);
      if (checked.body.async) {
        notify.done("Run queued", `${checked.body.action_name} ${run.id}`);
        if (here.current) router.push(paths.invocation(run.id));
      } else if (!here.current) {
        notify.note(`Run ${run.status}`, `${checked.body.action_name} ${run.id}`);
      }
    } catch (error) {
      if (error instanceof BffError && error.status === 400)
        setFaults(faultsOfDetails([...error.details, error.message]));
    } finally {
      firing.current = false;
    }
    return undefined;
  };

  const forget = (key: BodyKey) => setFaults(({ [key]: _, ...rest }) => rest);
  return { create, faults, send, forget };
}

export type Invoke = ReturnType<typeof useInvoke>;
