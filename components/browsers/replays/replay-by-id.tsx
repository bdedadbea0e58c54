"use client";

import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { replayByIdTexts } from "./replay-messages.ts";
import { ReplayStop } from "./replay-stop.tsx";
import { useReplayStop } from "./use-replay-stop.ts";

const wellFormed = /^[A-Za-z0-9._~-]{1,128}$/;

/** Opens or stops a recording by id, for an API without a list of recordings. */
export function ReplayById({
  id,
  watched,
  onWatch,
}: {
  id: string;
  watched: string | undefined;
  onWatch: (replayId: string) => void;
}) {
  const [text, setText] = useState(watched ?? "");
  const [fault, setFault] = useState<string>();
  const role = useRoleReason("operator");
  const replayId = text.trim();
  const known = wellFormed.test(replayId);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (role !== undefined) return;
        setFault(known ? undefined : replayByIdTexts.idInvalid);
        if (known) onWatch(replayId);
      }}
    >
      <Field label={replayByIdTexts.recordingId} error={fault} hint={replayByIdTexts.idHint}>
        <Input mono value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabledReason={role}>
          {replayByIdTexts.watch}
        </Button>
        {known ? <StopById key={replayId} id={id} replayId={replayId} /> : null}
      </div>
    </form>
  );
}

function StopById(replay: { id: string; replayId: string }) {
  const stop = useReplayStop(replay);
  return (
    <>
      <ReplayStop replay={replay} stop={stop} />
      {stop.failure === undefined ? null : (
        <p role="alert" className="basis-full text-label text-bad break-words">
          {stop.failure}
        </p>
      )}
    </>
  );
}
