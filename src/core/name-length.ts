/** Letters of a first or a last name; names of a hundred letters exist. */
export const MAX_NAME_LENGTH = 100;
