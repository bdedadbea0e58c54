/** Who is signed in, as far as the shell shows it. */
export interface Operator {
  readonly name: string;
  readonly role: string;
}
