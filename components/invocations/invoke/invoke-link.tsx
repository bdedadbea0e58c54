"use client";

import type { ReactNode } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { type ButtonSize, type ButtonVariant, buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { type PageQuery, paths } from "@/lib/paths";

/** Leads to the form that invokes an action; for a role that may not it is a disabled button that says so. */
export function InvokeLink({
  query,
  variant,
  size,
  children,
}: {
  /** What the form is filled with. */
  query?: PageQuery;
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}) {
  const roleReason = useRoleReason("operator");
  if (roleReason === undefined)
    return (
      <Link href={paths.invoke(query)} className={buttonClass({ variant, size })}>
        {children}
      </Link>
    );
  return (
    <Button variant={variant} size={size} disabledReason={roleReason}>
      {children}
    </Button>
  );
}
