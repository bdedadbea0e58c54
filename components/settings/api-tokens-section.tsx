"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import { apiTokenLimits } from "@/lib/bff/api-tokens";
import { hasRole } from "@/lib/bff/roles";
import { paces } from "@/lib/paces";
import { apiTokenQueries } from "@/lib/queries/api-tokens";
import { sessionQueries } from "@/lib/queries/session";
import { apiTokenColumns } from "./api-token-columns.tsx";
import { Section } from "./section.tsx";
import { apiTokensSectionTexts } from "./setting-on-demand-messages.ts";

const ApiTokenDialog = dynamic(
  loadPart(() => import("./api-token-dialog.tsx").then((module) => module.ApiTokenDialog)),
  { ssr: false },
);

/** The credentials of programs: only admins see them. */
export function ApiTokensSection() {
  const role = useQuery(sessionQueries.current()).data?.data.operator.role;
  const refusal = useRoleReason("admin");
  if (role === undefined) return null;
  return hasRole(role, "admin") ? (
    <ApiTokens />
  ) : (
    <Section id="api-tokens" title={apiTokensSectionTexts.apiTokens}>
      <div>
        <Button disabledReason={refusal}>{apiTokensSectionTexts.createToken}</Button>
      </div>
    </Section>
  );
}

function ApiTokens() {
  const [creating, setCreating] = useState(false);
  const tokens = useQuery({ ...apiTokenQueries.list(), refetchInterval: paces.refresh.listMs });
  const rows = tokens.data?.data.tokens;
  const isFull = (rows?.length ?? 0) >= apiTokenLimits.tokens;
  const blocked = isFull ? apiTokensSectionTexts.tooManyTokens(apiTokenLimits.tokens) : undefined;
  usePaletteAct("create-token", apiTokensSectionTexts.createToken, () => setCreating(true), blocked);
  const create = (
    <Button disabledReason={blocked} onClick={() => setCreating(true)}>
      {apiTokensSectionTexts.createToken}
    </Button>
  );
  return (
    <Section id="api-tokens" title={apiTokensSectionTexts.apiTokens}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-label text-ink-3">
          {apiTokensSectionTexts.sendTokenAs}
          <code className="font-mono">{apiTokensSectionTexts.authorizationBearer}</code>
          {apiTokensSectionTexts.toThisDashboardsApi}
        </p>
        {rows?.length === 0 ? null : create}
      </div>
      <DataTable
        caption={apiTokensSectionTexts.apiTokens}
        columns={apiTokenColumns}
        rows={rows}
        rowKey={({ id }) => id}
        read={tokens}
        embedded
        skeletonRows={2}
        empty={
          <EmptyState title={apiTokensSectionTexts.noApiTokensYet} action={create}>
            {apiTokensSectionTexts.tokensAppearHere}
          </EmptyState>
        }
      />
      {creating ? <ApiTokenDialog onClose={() => setCreating(false)} /> : null}
    </Section>
  );
}
