"use client";

import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { deploymentOperations } from "@/lib/contract/operations/deployments";
import { sessionQueries } from "@/lib/queries/session";
import { deployButtonTexts } from "./deploy-messages.ts";

const createDeployment: keyof typeof deploymentOperations = "createDeployment";

// Loaded with the first click.
const DeployDialog = dynamic(
  loadPart(() => import("./deploy-dialog.tsx").then((module) => module.DeployDialog)),
  {
    ssr: false,
  },
);

/** Opens the dialog of a deployment; nothing where the API has no deployments. */
export function DeployButton() {
  const [open, setOpen] = useState(false);
  const blocked = useActReason(createDeployment, deployButtonTexts.deployVersions);
  usePaletteAct("deploy", deployButtonTexts.deploy, () => setOpen(true), blocked);
  const connection = useQuery(sessionQueries.connection()).data?.data;
  const isAbsent = connection?.capabilities[createDeployment] === "absent";
  // The dialog says so where the API turns out to have none.
  if (useHydrated() && isAbsent && !open) return null;
  return (
    <>
      <Button disabledReason={blocked} onClick={() => setOpen(true)}>
        <Rocket aria-hidden="true" />
        {deployButtonTexts.deploy}
      </Button>
      {open ? <DeployDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
