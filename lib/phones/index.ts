export { COUNTRIES, countryCalled, planOf } from './countries';
export { hasSeveral, internationalNumber, NATIONAL_NUMBER, plainNumber } from './phoneNumber';
