"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";

const InspectProfile = dynamic(
  () => import("./inspect-profile.tsx").then((module) => module.InspectProfile),
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
        aria-label={`Inspect ${name}`}
        onClick={() => setOpen(true)}
      >
        Inspect
      </Button>
      {open ? <InspectProfile idOrName={idOrName} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
