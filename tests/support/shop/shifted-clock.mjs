/**
 * Loaded before the shop's own code (`node --import`): its clock starts at SHOP_STARTS_AT and runs on from there. Only
 * tests use it; the shop itself has no setting for its clock.
 */
const MachineDate = Date;
const shiftMs = MachineDate.parse(process.env.SHOP_STARTS_AT) - MachineDate.now();

globalThis.Date = class ShiftedDate extends MachineDate {
  constructor(...given) {
    if (given.length === 0) super(MachineDate.now() + shiftMs);
    else super(...given);
  }

  static now() {
    return MachineDate.now() + shiftMs;
  }
};
