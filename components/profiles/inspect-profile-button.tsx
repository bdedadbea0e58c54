"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { inspectProfileButtonTexts } from "./profile-on-demand-messages.ts";

const InspectProfile = dynamic(
  loadPart(() => import("./inspect-profile.tsx").then((module) => module.InspectProfile)),
  {
    ssr: false,
  },
);

/** Opens a dialog that counts the content of a saved state in the page, without saving it. */
export function InspectProfileButton({ idOrName, name }: { idOrName: string; name: string }) {
  const [open, setOpen] = useState(false);
  const disabledReason = useRoleReason("operator");
  return (
    <>
      <Button
        size="sm"
        disabledReason={disabledReason}
        aria-label={inspectProfileButtonTexts.inspect(name)}
        onClick={() => setOpen(true)}
      >
        {inspectProfileButtonTexts.inspectLabel}
      </Button>
      {open ? <InspectProfile idOrName={idOrName} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
