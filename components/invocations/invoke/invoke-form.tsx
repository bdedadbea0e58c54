"use client";

import { type KeyboardEvent, useMemo, useRef } from "react";
import { jsonFaultOf } from "@/components/json-editor/json-fault";
import { useDebouncedText } from "@/components/json-editor/use-debounced-text";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { InvokeDraftNote } from "./invoke-draft-note.tsx";
import { checkFields, type InvokeFields, payloadWarning } from "./invoke-fields.ts";
import { invokeFormTexts } from "./invoke-messages.ts";
import { InvokeMode } from "./invoke-mode.tsx";
import { InvokeOutcome } from "./invoke-outcome.tsx";
import { InvokePayload } from "./invoke-payload.tsx";
import { InvokeRequest } from "./invoke-request.tsx";
import { InvokeTarget } from "./invoke-target.tsx";
import { useInvoke } from "./use-invoke.ts";
import { useInvokeDraft } from "./use-invoke-draft.ts";

/** The form for one invocation. Starts from `prefill`, or from the operator's draft of the same form. */
export function InvokeForm({
  operator,
  origin,
  prefill,
  from,
}: {
  operator: string;
  origin: string;
  prefill: InvokeFields;
  /** Id of the invocation it repeats. */
  from: string | undefined;
}) {
  const draft = useInvokeDraft({ operator, origin, prefill });
  const { fields, change } = draft;
  const { create, faults, send, forget } = useInvoke(draft.sent);
  const refusal = useRoleReason("operator");
  const form = useRef<HTMLFormElement>(null);

  const { request, warning } = useCheckedRequest(fields);

  const submit = async () => {
    if (refusal !== undefined || create.isPending) return;
    // Saved first: `markDraftSent` compares with the stored draft.
    draft.save();
    const found = await send(fields);
    if (found === undefined) return;
    // The errors are rendered in the next frame; then the first one is focused.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    });
  };
  const onKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // In the capture phase, before the editor and the lists, which also handle this key.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) void submit();
  };

  return (
    <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form
        ref={form}
        aria-label={invokeFormTexts.invokeAction}
        className="grid min-w-0 gap-4"
        onSubmit={(event) => event.preventDefault()}
        onKeyDownCapture={onKeys}
      >
        <InvokeDraftNote draft={draft} from={from} />
        <InvokeTarget
          fields={fields}
          faults={faults}
          onChange={(key, value) => {
            if (value === fields[key]) return;
            change({ [key]: value });
            forget(key);
          }}
        />
        <InvokePayload
          value={fields.payload}
          app={fields.app_name.trim()}
          action={fields.action_name.trim()}
          fault={faults.payload}
          warning={warning}
          onChange={(payload) => {
            change({ payload });
            forget("payload");
          }}
        />
        <InvokeMode
          mode={fields.mode}
          timeout={fields.timeout}
          fault={faults.async_timeout_seconds}
          onChange={(part) => {
            change(part);
            forget("async_timeout_seconds");
          }}
        />
        <InvokeButton pending={create.isPending} refusal={refusal} onInvoke={() => void submit()} />
      </form>
      <div className="grid min-w-0 content-start gap-4">
        <InvokeOutcome create={create} />
        <InvokeRequest body={request} />
      </div>
    </div>
  );
}

function InvokeButton({
  pending,
  refusal,
  onInvoke,
}: {
  pending: boolean;
  refusal: string | undefined;
  onInvoke: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" pending={pending} disabledReason={refusal} onClick={onInvoke}>
        {invokeFormTexts.invoke}
      </Button>
      {refusal === undefined ? (
        <span className="text-label text-ink-3 pointer-coarse:hidden">
          <Kbd>{invokeFormTexts.ctrl}</Kbd> <Kbd>{invokeFormTexts.enter}</Kbd>
          {invokeFormTexts.or}
          <Kbd>⌘</Kbd> <Kbd>{invokeFormTexts.enter}</Kbd>
        </span>
      ) : (
        <span className="text-label text-ink-2">{refusal}</span>
      )}
    </div>
  );
}

/** The request that the fields make, undefined while they are invalid, and what is doubtful about the payload. */
function useCheckedRequest({ app_name, version, action_name, mode, timeout, payload }: InvokeFields) {
  // Not on every keystroke: a large payload would be parsed each time.
  const settled = useDebouncedText(payload);
  const isJson = useMemo(() => settled.trim() === "" || jsonFaultOf(settled) === undefined, [settled]);
  const warning = useMemo(() => payloadWarning(settled), [settled]);
  const request = useMemo(() => {
    const now = { app_name, version, action_name, mode, timeout, payload: settled };
    const checked = checkFields(now, isJson ? undefined : "");
    return checked.ok ? checked.body : undefined;
  }, [app_name, version, action_name, mode, timeout, settled, isJson]);
  return { request, warning };
}
