"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import type { AccountWithPassword } from "@/lib/bff/accounts";
import { hasRole } from "@/lib/bff/roles";
import { paces } from "@/lib/paces";
import { accountQueries } from "@/lib/queries/accounts";
import { sessionQueries } from "@/lib/queries/session";
import { Section } from "../section.tsx";
import { accountColumns } from "./account-columns.tsx";
import { accountsSectionTexts } from "./account-messages.ts";
import { OneTimePasswordDialog } from "./one-time-password-dialog.tsx";

const CreateAccountDialog = dynamic(
  loadPart(() => import("./create-account-dialog.tsx").then((module) => module.CreateAccountDialog)),
  {
    ssr: false,
  },
);

/** Who may sign in: only admins see it. */
export function AccountsSection() {
  const role = useQuery(sessionQueries.current()).data?.data.operator.role;
  const refusal = useRoleReason("admin");
  if (role === undefined) return null;
  return hasRole(role, "admin") ? (
    <Accounts />
  ) : (
    <Section id="accounts" title={accountsSectionTexts.accounts}>
      <div>
        <Button disabledReason={refusal}>{accountsSectionTexts.createAccount}</Button>
      </div>
    </Section>
  );
}

function Accounts() {
  const accounts = useQuery({ ...accountQueries.list(), refetchInterval: paces.refresh.figuresMs });
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<AccountWithPassword>();
  usePaletteAct("create-account", accountsSectionTexts.createAccount, () => setCreating(true), undefined);
  return (
    <Section id="accounts" title={accountsSectionTexts.accounts}>
      <DataTable
        caption={accountsSectionTexts.accounts}
        columns={accountColumns}
        rows={accounts.data?.data.accounts}
        rowKey={({ id }) => id}
        read={accounts}
        embedded
        skeletonRows={2}
        empty={null}
      />
      <div>
        <Button onClick={() => setCreating(true)}>{accountsSectionTexts.createAccount}</Button>
      </div>
      {creating ? <CreateAccountDialog onOpenChange={setCreating} onCreated={setCreated} /> : null}
      <OneTimePasswordDialog
        username={created?.account.username ?? ""}
        password={created?.one_time_password}
        onClose={() => setCreated(undefined)}
      />
    </Section>
  );
}
