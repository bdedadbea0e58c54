"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type PaletteAction, usePaletteActions } from "@/components/layout/palette-actions";
import { notify } from "@/components/ui/toast";
import { hasRole, type Role } from "@/lib/bff/roles";
import { readFailure } from "@/lib/format/error-message";
import { paths } from "@/lib/paths";
import { proxyMutations } from "@/lib/queries/proxies";

/** Command-palette actions available on every page. */
export function ShellActions({ role }: { role: Role }) {
  const router = useRouter();
  const mayAct = hasRole(role, "operator");
  const check = useMutation(proxyMutations.check());
  const checkProxy = async (id: string) => {
    try {
      await check.mutateAsync({ id });
      notify.done("Proxy checked", id);
    } catch (error) {
      notify.failed("The proxy was not checked", readFailure(error).message);
    }
  };
  const acts: PaletteAction[] = [
    {
      id: "invoke",
      label: "Invoke an action…",
      keywords: ["run", "start", "payload"],
      run: () => router.push(paths.invoke()),
    },
    { id: "check-proxy", label: "Check proxy", takes: "proxy", run: (id) => void checkProxy(id) },
  ];
  usePaletteActions(mayAct ? acts : []);
  return null;
}
