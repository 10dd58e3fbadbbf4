import { TRAP_FIELD } from "#features/inbox/form-trap.ts";

/** A field people neither see nor reach; programs that fill in everything give themselves away. */
export function TrapField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this field empty
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
