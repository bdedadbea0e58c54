"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { profileName } from "@/lib/contract/profiles";
import { profileLookUpTexts } from "./profile-messages.ts";

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
              ? profileLookUpTexts.enterIdOrName
              : profileLookUpTexts.nameInvalid(read.error.issues[0]?.message),
          );
          return;
        }
        setFault(undefined);
        onFind(read.data);
      }}
    >
      <Input
        aria-label={profileLookUpTexts.profileIdOrName}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : "profile-look-up-fault"}
        placeholder={profileLookUpTexts.idOrExactName}
        className="!w-56"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{profileLookUpTexts.lookUp}</Button>
      {fault === undefined ? null : (
        <p id="profile-look-up-fault" role="alert" className="basis-full text-label text-bad">
          {fault}
        </p>
      )}
    </form>
  );
}
