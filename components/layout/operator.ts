import type { Role } from "@/lib/bff/roles";

/** The signed-in operator, as shown in the shell. */
export interface Operator {
  readonly name: string;
  readonly role: Role;
}
