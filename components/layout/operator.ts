/** The signed-in operator, as shown in the shell. */
export interface Operator {
  readonly name: string;
  readonly role: string;
}
