"use client";

import dynamic from "next/dynamic";
import { useCallback, useEffect, useState } from "react";
import { loadPart } from "@/components/ui/load-part";
import type { ProofKind } from "@/lib/bff/proof-codes";
import { handleProofRequests } from "@/lib/queries/proof";

const ProofDialog = dynamic(
  loadPart(() => import("./proof-dialog.tsx").then((module) => module.ProofDialog)),
  {
    ssr: false,
  },
);

interface ProofRequest {
  kind: ProofKind;
  settle: (given: boolean) => void;
}

/** Asks for a proof of identity whenever a call of this page needs one. */
export function ProofRequests() {
  const [request, setRequest] = useState<ProofRequest>();
  useEffect(() => handleProofRequests((kind) => new Promise((settle) => setRequest({ kind, settle }))), []);
  const settle = useCallback(
    (given: boolean) => {
      request?.settle(given);
      setRequest(undefined);
    },
    [request],
  );
  return request === undefined ? null : <ProofDialog kind={request.kind} onSettled={settle} />;
}
