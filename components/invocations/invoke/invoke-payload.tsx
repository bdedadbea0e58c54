"use client";

import { useState } from "react";
import { JsonEditor } from "@/components/json-editor/json-editor";
import { Button } from "@/components/ui/button";
import { payloadMaxBytes } from "@/lib/contract/invocations";
import { shortId } from "@/lib/format/short-id";
import { invokePayloadTexts } from "./invoke-messages.ts";
import { RecentPayloads } from "./invoke-recent.tsx";

/** The payload: typed, or copied from an earlier invocation, which can be undone. */
export function InvokePayload({
  value,
  app,
  action,
  fault,
  warning,
  onChange,
}: {
  value: string;
  app: string;
  action: string;
  fault: string | undefined;
  warning: string | undefined;
  onChange: (payload: string) => void;
}) {
  const [replaced, setReplaced] = useState<{ before: string; now: string; invocationId: string }>();
  return (
    <div className="grid min-w-0 gap-1">
      <JsonEditor
        label={
          <>
            {invokePayloadTexts.payload}
            <span className="font-normal text-ink-3">{invokePayloadTexts.optional}</span>
          </>
        }
        value={value}
        onChange={onChange}
        hint={invokePayloadTexts.jsonOrEmpty}
        maxBytes={payloadMaxBytes}
        error={fault}
        warning={warning}
        tools={
          <RecentPayloads
            app={app}
            action={action}
            onChoose={({ payload, invocation }) => {
              setReplaced({ before: value, now: payload, invocationId: invocation.id });
              onChange(payload);
            }}
          />
        }
      />
      {replaced === undefined || replaced.now !== value ? null : (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-label text-ink-2">
          <span>
            {invokePayloadTexts.payloadOfInvocation}
            <span className="font-mono">{shortId(replaced.invocationId)}</span>.
          </span>
          <Button
            size="sm"
            onClick={() => {
              setReplaced(undefined);
              onChange(replaced.before);
            }}
          >
            {invokePayloadTexts.undo}
          </Button>
        </p>
      )}
    </div>
  );
}
