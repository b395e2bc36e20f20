"""Countries and what their people and things are called. Data, not code.

Used to read nationalities and countries, and to notice that "the Spanish athlete" gives away "Spain".
"""

from __future__ import annotations

_TABLE = """
Afghanistan: Afghan
Albania: Albanian
Algeria: Algerian
Andorra: Andorran
Angola: Angolan
Antigua and Barbuda: Antiguan, Antiguan and Barbudan
Argentina: Argentine, Argentinian, Argentinean
Armenia: Armenian
Australia: Australian
Austria: Austrian
Azerbaijan: Azerbaijani
Bahamas: Bahamian
Bahrain: Bahraini
Bangladesh: Bangladeshi
Barbados: Barbadian
Belarus: Belarusian, Belarussian
Belgium: Belgian
Belize: Belizean
Benin: Beninese
Bermuda: Bermudian
Bhutan: Bhutanese
Bolivia: Bolivian
Bosnia and Herzegovina: Bosnian, Bosnian-Herzegovinian
Botswana: Botswanan
Brazil: Brazilian
Brunei: Bruneian
Bulgaria: Bulgarian
Burkina Faso: Burkinabé, Burkinabe
Burundi: Burundian
Cambodia: Cambodian
Cameroon: Cameroonian
Canada: Canadian
Cape Verde: Cape Verdean
Central African Republic: Central African
Chad: Chadian
Chile: Chilean
China: Chinese
Colombia: Colombian
Comoros: Comorian
Costa Rica: Costa Rican
Croatia: Croatian
Cuba: Cuban
Cyprus: Cypriot
Czech Republic: Czech
Czechoslovakia: Czechoslovak
Denmark: Danish
Djibouti: Djiboutian
Dominican Republic:
East Germany: East German
Ecuador: Ecuadorian
Egypt: Egyptian
El Salvador: Salvadoran
England: English
Equatorial Guinea: Equatorial Guinean
Eritrea: Eritrean
Estonia: Estonian
Ethiopia: Ethiopian
Faroe Islands: Faroese
Fiji: Fijian
Finland: Finnish
France: French
Gabon: Gabonese
Gambia: Gambian
Georgia:
Germany: German
Ghana: Ghanaian
Greece: Greek
Greenland: Greenlandic
Grenada: Grenadian
Guatemala: Guatemalan
Guinea: Guinean
Guyana: Guyanese
Haiti: Haitian
Honduras: Honduran
Hong Kong: Hong Kong
Hungary: Hungarian
Iceland: Icelandic
India: Indian
Indonesia: Indonesian
Iran: Iranian
Iraq: Iraqi
Ireland: Irish
Israel: Israeli
Italy: Italian
Ivory Coast: Ivorian
Jamaica: Jamaican
Japan: Japanese
Jordan: Jordanian
Kazakhstan: Kazakh, Kazakhstani
Kenya: Kenyan
Kosovo: Kosovar, Kosovan
Kuwait: Kuwaiti
Kyrgyzstan: Kyrgyz, Kyrgyzstani
Laos: Laotian
Latvia: Latvian
Lebanon: Lebanese
Lesotho: Basotho
Liberia: Liberian
Libya: Libyan
Liechtenstein: Liechtensteiner
Lithuania: Lithuanian
Luxembourg: Luxembourgish, Luxembourgian
Madagascar: Malagasy
Malawi: Malawian
Malaysia: Malaysian
Maldives: Maldivian
Mali: Malian
Malta: Maltese
Mauritania: Mauritanian
Mauritius: Mauritian
Mexico: Mexican
Moldova: Moldovan
Monaco: Monegasque, Monégasque
Mongolia: Mongolian
Montenegro: Montenegrin
Morocco: Moroccan
Mozambique: Mozambican
Myanmar: Burmese
Namibia: Namibian
Nepal: Nepalese, Nepali
Netherlands: Dutch
New Zealand: New Zealand
Nicaragua: Nicaraguan
Niger: Nigerien
Nigeria: Nigerian
North Korea: North Korean
North Macedonia: Macedonian
Northern Ireland: Northern Irish
Norway: Norwegian
Oman: Omani
Pakistan: Pakistani
Palestine: Palestinian
Panama: Panamanian
Papua New Guinea: Papua New Guinean
Paraguay: Paraguayan
Peru: Peruvian
Philippines: Filipino, Filipina, Philippine
Poland: Polish
Portugal: Portuguese
Puerto Rico: Puerto Rican
Qatar: Qatari
Romania: Romanian
Russia: Russian
Rwanda: Rwandan
Saint Lucia: Saint Lucian
Samoa: Samoan
San Marino: Sammarinese
Saudi Arabia: Saudi, Saudi Arabian
Scotland: Scottish
Senegal: Senegalese
Serbia: Serbian
Seychelles: Seychellois
Sierra Leone: Sierra Leonean
Singapore: Singaporean
Slovakia: Slovak, Slovakian
Slovenia: Slovenian, Slovene
Somalia: Somali
South Africa: South African
South Korea: South Korean
South Sudan: South Sudanese
Soviet Union: Soviet
Spain: Spanish
Sri Lanka: Sri Lankan
Sudan: Sudanese
Suriname: Surinamese
Sweden: Swedish
Switzerland: Swiss
Syria: Syrian
Taiwan: Taiwanese
Tajikistan: Tajik, Tajikistani
Tanzania: Tanzanian
Thailand: Thai
Togo: Togolese
Tonga: Tongan
Trinidad and Tobago: Trinidadian, Trinidad and Tobago
Tunisia: Tunisian
Turkey: Turkish
Turkmenistan: Turkmen
Uganda: Ugandan
Ukraine: Ukrainian
United Arab Emirates: Emirati
United Kingdom: British
United States: American
Uruguay: Uruguayan
Uzbekistan: Uzbek, Uzbekistani
Vanuatu: Vanuatuan, Ni-Vanuatu
Vatican City:
Venezuela: Venezuelan
Vietnam: Vietnamese
Wales: Welsh
West Germany: West German
Yemen: Yemeni
Yugoslavia: Yugoslav
Zambia: Zambian
Zimbabwe: Zimbabwean
"""


def _read() -> dict[str, tuple[str, ...]]:
    rows = (line.partition(":") for line in _TABLE.strip().splitlines())
    return {country: tuple(word.strip() for word in words.split(",") if word.strip()) for country, _, words in rows}


# Country -> its adjectives. "Dominican" (two countries) and "Georgian" (a country and a state) are left out on purpose.
DEMONYMS: dict[str, tuple[str, ...]] = _read()
COUNTRY_OF: dict[str, str] = {word: country for country, words in DEMONYMS.items() for word in words}
COUNTRIES: frozenset[str] = frozenset(DEMONYMS) | {"USA", "U.S.", "UK", "Republic of Ireland", "Czechia"}

OTHER_NAMES: dict[str, str] = {
    "Czechia": "Czech Republic",
    "Burma": "Myanmar",
    "Cote d'Ivoire": "Ivory Coast",
    "Côte d'Ivoire": "Ivory Coast",
    "Timor-Leste": "East Timor",
    "Cabo Verde": "Cape Verde",
    "Eswatini": "Swaziland",
    "Macedonia": "North Macedonia",
    "Türkiye": "Turkey",
    "Turkey (Turkiye)": "Turkey",
    "USA": "United States",
    "United States of America": "United States",
    "UK": "United Kingdom",
    "Korea, South": "South Korea",
    "Korea, North": "North Korea",
}
"""Countries that have two names in use: the other one, and the one that they are known by here."""
