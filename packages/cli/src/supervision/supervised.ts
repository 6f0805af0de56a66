/** The variable by which a process knows that another one watches over it. */
export const supervisedVariable = "EVENODDS_SUPERVISED";

/** The descriptor through which it says what it does. */
export const reportDescriptor = 3;

/** Milliseconds after which a piece of work is worth a word on the terminal. */
export const shownAfter = 2000;
