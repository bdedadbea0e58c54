"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { profileName } from "@/lib/contract/profiles";

/** Finds a profile by exact id or name, also one that is not listed. */
export function ProfileLookUp({ onFind }: { onFind: (idOrName: string) => void }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        // Not trimmed: a name may begin or end with a space.
        const read = profileName.safeParse(text);
        if (!read.success) {
          setFault(
            text === ""
              ? "Enter an id or a name."
              : `A name ${read.error.issues[0]?.message ?? "is not valid"}.`,
          );
          return;
        }
        setFault(undefined);
        onFind(read.data);
      }}
    >
      <Input
        aria-label="Profile id or name"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : "profile-look-up-fault"}
        placeholder="Id or exact name"
        className="!w-56"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Look up</Button>
      {fault === undefined ? null : (
        <p id="profile-look-up-fault" role="alert" className="basis-full text-label text-bad">
          {fault}
        </p>
      )}
    </form>
  );
}
